import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseCsv } from '../../../src/shared/csv.ts';
import { site } from '../../../src/shared/site.ts';
import { newAffiliate } from '../admin/records.ts';
import { newAccount } from '../accounts/provider.ts';
import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { signIn } from '../accounts/sign-in.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { fiveMonths } from '../month-rows.ts';

const path = '/affiliate-statements';
const main = (page: Page) => page.locator('main');
const listed = (page: Page) => page.getByRole('table', { name: 'Statements' }).locator('tbody tr');
const sheet = (page: Page) => page.locator('section.statement');
const entries = (page: Page, label: string) =>
  sheet(page).getByRole('table', { name: 'Entries' }).locator(`tbody [data-label="${label}"]`);
const failureOf = (page: Page) => main(page).locator('.notice[role=alert]');

test('an affiliate reads the statements, opens one by keyboard, saves it as CSV and prints it', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  const own = await fiveMonths(rows, email);
  await signIn(page, email);
  await page.goto(path);
  await expect(listed(page)).toHaveText([
    'December 2045$0.00$45.00$45.00$0.00Payout under reviewOpen December 2045',
    'November 2045-$195.00minus $195.00$240.00$45.00$0.00Payout rejected; its amount comes back with the statement of the month of the rejectionOpen November 2045',
    'October 2045$0.00-$195.00minus $195.00$0.00-$195.00minus $195.00Carried over: the balance is below zeroOpen October 2045',
    'September 2045$12.50$195.00$207.50$0.00Paid 10/3/2025Open September 2045',
    'August 2045$0.00$12.50$0.00$12.50Carried over: below the minimum payoutOpen August 2045',
  ]);
  await expect(page.getByRole('rowheader', { name: 'December 2045' })).toBeVisible();
  // What is under review, and what was rejected, is nothing that was paid.
  await expect(listed(page).locator('[data-label="Payout"]')).toHaveText([
    '$45.00',
    '$45.00',
    '$0.00',
    '$207.50',
    '$0.00',
  ]);
  const minus = listed(page).nth(2).locator('[data-label="Entries"]');
  expect(await minus.ariaSnapshot()).toContain('minus $195.00');
  expect(await minus.ariaSnapshot()).not.toContain('-$195.00');
  await looksRight(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('a statement opens by keyboard, stands in the address, and closes again', async () => {
    const open = page.getByRole('button', { name: 'Open September 2045' });
    await open.press('Enter');
    await expect(sheet(page)).toBeFocused();
    await expect(sheet(page)).toHaveAccessibleName('Statement of September 2045');
    for (const text of [own.code, 'September 2045 (UTC)', '2025-08', 'pay@mail.example', `T${own.code}`])
      await expect(sheet(page).locator('dd').filter({ hasText: text }).first()).toHaveText(text);
    await expect(
      sheet(page)
        .locator('dt')
        .filter({ hasText: /paid to$/i }),
    ).toHaveText('Paid to');
    await expect(entries(page, 'Date')).toHaveText(['9/3/2045', '9/20/2045']);
    await expect(entries(page, 'How')).toHaveText([
      '200.00 = 25% of 49.99, first payment, terms 2025-08',
      '-5.00 = 25% of 20.00 refunded, first payment on 9/3/2045, terms 2025-08',
    ]);
    await expect(entries(page, 'Amount')).toHaveText(['$200.00', '-$5.00minus $5.00']);
    expect(placeOf(page)).toBe(`${path}?month=2045-09`);
    await looksRight(page);
    await sheet(page).getByRole('button', { name: 'Close' }).press('Enter');
    await expect(sheet(page)).toHaveCount(0);
    await expect(open).toBeFocused();
    expect(placeOf(page)).toBe(path);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${path}?month=2045-11`);
    await expect(sheet(page)).toContainText('Payout rejected');
    await expect(sheet(page).getByRole('term').filter({ hasText: 'Paid' })).toHaveCount(0);
    await expect(sheet(page)).not.toContainText('pay@mail.example');
    await page.goto(`${path}?month=2045-12`);
    await expect(
      sheet(page)
        .locator('dt')
        .filter({ hasText: /paid to$/i }),
    ).toHaveText('To be paid to');
    await expect(entries(page, 'How')).toHaveText([
      'The payout for November 2045 was rejected, and its amount came back.',
    ]);
    await expect(sheet(page)).toBeFocused();
    await sheet(page).getByRole('button', { name: 'Close' }).press('Enter');
    await expect(sheet(page)).toHaveCount(0);
    await expect(main(page)).toBeFocused();
  });
  await test.step('a statement is saved as CSV, and printed alone', async () => {
    await page.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset.printed = 'yes';
      };
    });
    await page.goto(`${path}?month=2045-09`);
    const saving = page.waitForEvent('download');
    await sheet(page).getByRole('button', { name: 'Download CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^statement-2045-09.*\.csv$/);
    const lines = parseCsv(await readFile(await file.path(), 'utf8')) ?? [];
    expect(lines.map(([, , kind, amount]) => [kind, amount])).toEqual([
      ['kind', 'amount_usd'],
      ['opening', '12.50'],
      ['commission', '200.00'],
      ['refund', '-5.00'],
      ['paid', '-207.50'],
      ['closing', '0.00'],
    ]);
    await page.route('**/api/affiliates/statements/*format=csv*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    );
    await sheet(page).getByRole('button', { name: 'Download CSV' }).click();
    await expect(sheet(page).getByRole('status')).toHaveText('Something went wrong on our side.');

    await sheet(page).getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const text of [`${site.product} affiliate program`, 'Minted', own.code, 'September 2045 (UTC)'])
      await expect(sheet(page).getByText(text, { exact: true })).toBeVisible();
    await expect(entries(page, 'Amount').first()).toBeVisible();
    const shown = await page.locator('body *').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0)
        .filter((one) => !one.closest('.statement') && !one.querySelector('.statement'))
        .map((one) => one.outerHTML.slice(0, 80)),
    );
    expect(shown).toEqual([]);
    await expect(sheet(page).getByRole('button')).toHaveCount(0);
  });
});

test('no statement yet, somebody else’s, and a list that fails are said; an admin reads those of the affiliate in the address', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  await newAffiliate(rows, { email });
  const other = await fiveMonths(rows, (await newAccount()).email);
  await signIn(page, email);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/affiliates/statements', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${path}?month=2045-09`);
  await expect(main(page).getByText('Loading your statements…')).toBeVisible();
  release();
  await expect(
    main(page).getByText('No statements yet. Each month closes on the 1st of the next.'),
  ).toBeVisible();
  await expect(failureOf(page)).toHaveText(
    'Failed to fetch this statement: There is no statement of this month.',
  );
  await looksRight(page);

  for (const id of ['nonsense', other.id]) {
    await page.goto(`${path}?affiliate=${id}`);
    await expect(failureOf(page)).toHaveText('Failed to fetch statements: Affiliate not found');
    await expect(main(page)).not.toContainText(other.code);
  }

  await page.unroute('**/api/affiliates/statements');
  await page.route('**/api/affiliates/statements', (route) => route.abort());
  await page.goto(path);
  await expect(failureOf(page)).toContainText('Failed to fetch statements: The server cannot be reached.');
  await expect(page.getByRole('link', { name: 'Back to the dashboard' })).toBeVisible();
  await page.unroute('**/api/affiliates/statements');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(main(page)).toContainText('No statements yet.');
  await test.step('an admin reads the statements of any affiliate', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page, (await newAccount({ admin: true })).email);
    await page.goto(`${path}?affiliate=${other.id}&month=2045-08`);
    await expect(sheet(page)).toContainText(other.code);
    await expect(listed(page)).toHaveCount(5);
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    expect(placeOf(page)).toBe(`${path}?affiliate=${other.id}`);
    await page.getByRole('link', { name: `Minted (${other.code})` }).click();
    await expect(page.locator('main tbody tr')).toHaveCount(1);
    expect(placeOf(page)).toBe(`/affiliate-admin?q=${other.code}`);
  });
});
