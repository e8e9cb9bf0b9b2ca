import type { Page } from '@playwright/test';
import { site } from '../../../src/shared/site.ts';
import { mainContent } from '../accounts/account-screens.ts';
import { createAccount } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests, errorNotice } from '../page-helpers.ts';
import { insertFiveMonths, insertStatement } from '../statement-rows.ts';

const path = '/affiliate-statements';

function statementRows(page: Page) {
  return page.getByRole('table', { name: 'Statements' }).locator('tbody tr');
}

function statementSheet(page: Page) {
  return page.locator('section.statement');
}

function entryCells(page: Page, label: string) {
  return statementSheet(page)
    .getByRole('table', { name: 'Commissions' })
    .locator(`tbody [data-label="${label}"]`);
}

test('an affiliate reads, saves and prints statements; an admin reads them', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const { email } = await createAccount();
  const affiliate = await insertFiveMonths(rows, email);
  const otherAffiliate = await insertFiveMonths(rows, (await createAccount()).email);
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'yes';
    };
  });
  await signIn(page, email);
  await test.step('the statements load', async () => {
    const held = await holdRequests(page, '**/api/affiliates/statements');
    await page.goto(path);
    await expect(mainContent(page).getByText('Loading your statements…')).toBeVisible();
    held.release();
  });
  await expect(statementRows(page)).toHaveText([
    'December 2045$0.00$45.00$45.00$0.00Payout under reviewOpen December 2045',
    'November 2045-$195.00minus $195.00$240.00$45.00$0.00Payout not paid; the next statement returns its amount to your balanceOpen November 2045',
    'October 2045$0.00-$195.00minus $195.00$0.00-$195.00minus $195.00Carried forward: the balance is below zeroOpen October 2045',
    'September 2045$12.50$195.00$207.50$0.00Paid 10/3/2025Open September 2045',
    'August 2045$0.00$12.50$0.00$12.50Carried forward: below the minimum payoutOpen August 2045',
  ]);
  await expect(page.getByRole('rowheader', { name: 'December 2045' })).toBeVisible();
  const minus = statementRows(page).nth(2).locator('[data-label="Commissions"]');
  expect(await minus.ariaSnapshot()).toContain('minus $195.00');
  expect(await minus.ariaSnapshot()).not.toContain('-$195.00');
  await test.step('a statement opens by keyboard, is in the address, and closes', async () => {
    const open = page.getByRole('button', { name: 'Open September 2045' });
    await open.press('Enter');
    await expect(statementSheet(page)).toBeFocused();
    await expect(statementSheet(page)).toHaveAccessibleName('Statement for September 2045');
    for (const text of [
      `${affiliate.code}-2045-09`,
      'September 2045 (UTC)',
      '2025-08',
      'pay@mail.example',
      `T${affiliate.code}`,
    ])
      await expect(statementSheet(page).locator('dd').filter({ hasText: text }).first()).toHaveText(text);
    await expect(
      statementSheet(page)
        .locator('dt')
        .filter({ hasText: /paid to$/i }),
    ).toHaveText('Paid to');
    await expect(entryCells(page, 'Date')).toHaveText(['9/3/2045', '9/20/2045']);
    await expect(entryCells(page, 'Calculation')).toHaveText([
      '25% of $49.99 (first payment)',
      '25% of $20.00 refunded (first payment on 9/3/2045)',
    ]);
    await expect(entryCells(page, 'Amount')).toHaveText(['$200.00', '-$5.00minus $5.00']);
    await expect(statementSheet(page).locator('tfoot')).toHaveText('Total$195.00');
    await expect(page).toHaveURL(`${path}?month=2045-09`);
    await expectAccessibleOnPhone(page);
    await statementSheet(page).getByRole('button', { name: 'Close' }).press('Enter');
    await expect(statementSheet(page)).toHaveCount(0);
    await expect(open).toBeFocused();
    await expect(page).toHaveURL(path);

    await page.getByRole('button', { name: 'Open November 2045' }).click();
    await expect(statementSheet(page)).toContainText('Payout not paid');
    await expect(statementSheet(page).getByRole('term').filter({ hasText: 'Paid' })).toHaveCount(0);
    await expect(statementSheet(page)).not.toContainText('pay@mail.example');
    await page.goto(`${path}?month=2045-12`);
    await expect(
      statementSheet(page)
        .locator('dt')
        .filter({ hasText: /paid to$/i }),
    ).toHaveText('To be paid to');
    await expect(entryCells(page, 'Calculation')).toHaveText([
      'The payout for November 2045 wasn’t paid. Its amount was returned to your balance.',
    ]);
    await expect(statementSheet(page)).toBeFocused();
    await statementSheet(page).getByRole('button', { name: 'Close' }).press('Enter');
    await expect(statementSheet(page)).toHaveCount(0);
    await expect(mainContent(page)).toBeFocused();
  });
  await test.step('a statement is saved as CSV and printed without the rest of the page', async () => {
    await page.getByRole('button', { name: 'Open September 2045' }).click();
    const download = page.waitForEvent('download');
    await statementSheet(page).getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^statement-2045-09.*\.csv$/);
    await page.route('**/api/affiliates/statements/*format=csv*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    );
    await statementSheet(page).getByRole('button', { name: 'Download CSV' }).click();
    await expect(statementSheet(page).getByRole('status')).toHaveText('Something went wrong on our side.');

    await statementSheet(page).getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const text of [
      `${site.product} affiliate program`,
      'Minted',
      affiliate.code,
      `${affiliate.code}-2045-09`,
      'September 2045 (UTC)',
    ])
      await expect(statementSheet(page).getByText(text, { exact: true })).toBeVisible();
    await expect(entryCells(page, 'Amount').first()).toBeVisible();
    const shown = await page.locator('body *').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0)
        .filter((one) => !one.closest('.statement') && !one.querySelector('.statement'))
        .map((one) => one.outerHTML.slice(0, 80)),
    );
    expect(shown).toEqual([]);
    await expect(statementSheet(page).getByRole('button')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });
  await test.step('a statement of ten entries is one printed page', async () => {
    const days = Array.from({ length: 10 }, (_, index) => String(index + 10));
    const earned = await Promise.all(days.map((day) => affiliate.earn(`2046-02-${day}T10:00:00Z`, 12_50)));
    const counted = earned.map(({ entry }) => entry);
    await insertStatement(rows, affiliate.id, '2046-02', { entries: 125_00, paid: 125_00, counted });
    await page.goto(`${path}?month=2046-02`);
    await expect(entryCells(page, 'Amount')).toHaveCount(10);
    await page.emulateMedia({ media: null });
    const pdf = await page.pdf({ format: 'Letter' });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });
  await test.step('an affiliate without statements reads when a month closes', async () => {
    const member = await createAccount();
    await insertAffiliate(rows, { email: member.email });
    await signIn(page, member.email);
    await page.goto(`${path}?month=2045-09`);
    await expect(
      mainContent(page).getByText('No statements yet. Each month closes on the 1st of the following month.'),
    ).toBeVisible();
    await expect(errorNotice(page)).toHaveText(
      'Failed to fetch this statement: There is no statement for this month.',
    );
  });
  await test.step('an admin reads the statements of any affiliate', async () => {
    await signIn(page, (await createAccount({ admin: true })).email);
    await page.goto(`${path}?affiliate=${otherAffiliate.id}&month=2045-08`);
    await expect(statementSheet(page)).toContainText(otherAffiliate.code);
    await expect(statementRows(page)).toHaveCount(5);
    await statementSheet(page).getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(`${path}?affiliate=${otherAffiliate.id}`);
    await expect(page.getByRole('link', { name: `Minted (${otherAffiliate.code})` })).toHaveAttribute(
      'href',
      `/affiliate-admin?q=${otherAffiliate.code}`,
    );
  });
});
