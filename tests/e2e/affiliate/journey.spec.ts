import type { Page } from '@playwright/test';
import { signUp } from '../accounts/account-screens.ts';
import { fetchMailedCodes, uniqueEmail } from '../accounts/firebase-accounts.ts';
import { confirmInDialog, openSearch, screenNotice, signInAdmin, tableRow } from '../admin/admin-screen.ts';
import { payoutsPath, selectedPayouts } from '../admin/payout-screen.ts';
import { checkoutPage } from '../checkout-page.ts';
import { expect, test } from '../fixtures.ts';
import { mailTo } from '../mail.ts';
import { failedRequest, waitForPath } from '../page-helpers.ts';
import { insertStatement } from '../statement-rows.ts';

/** A figure at the top of the dashboard. */
function figure(page: Page, label: string) {
  return page.locator('.counters > div').filter({ has: page.getByText(label, { exact: true }) });
}

test('an affiliate applies, is approved, earns a commission and is paid', async ({
  page,
  rows,
  browser,
  baseURL,
  watchContext,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedRequest);
  const open = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
    await watchContext(context);
    return context.newPage();
  };
  const email = uniqueEmail();
  const words = 'A column in our choir’s newsletter, four times a year.';
  const admin = await open();
  await signInAdmin(admin);

  await test.step('the affiliate applies, and tells how', async () => {
    await signUp(page, email);
    await waitForPath(page, '/affiliate-application');
    await mailTo(email, 'We have your affiliate application');
    await page.getByLabel('How will you tell people about Kithbook?').fill(words);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved. We’ll read it with your application.')).toBeVisible();
    const [code = ''] = await fetchMailedCodes(email);
    await page.goto(`/reset-password?mode=verifyEmail&oobCode=${code}`);
    await page.getByRole('button', { name: 'Confirm Email Address' }).click();
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await page.getByLabel('Payment email').fill(email);
    await page.getByRole('button', { name: 'Save payment email' }).click();
    await expect(page.getByText('Your payment email was saved.')).toBeVisible();
  });

  await test.step('the admin reads the words and approves', async () => {
    await openSearch(admin, '/affiliate-admin', email);
    await admin.getByRole('button', { name: /^Review / }).click();
    await expect(admin.getByText(words)).toBeVisible();
    await admin.getByRole('button', { name: 'Approve' }).click();
    await expect(tableRow(admin, email)).toContainText('Active');
    await mailTo(email, 'You’re approved as a Kithbook affiliate');
  });

  const [affiliate] = await rows('select id, code from affiliates where email = $1', [email]);
  const { id, code } = affiliate as { id: string; code: string };

  await test.step('a visitor buys through the link, which is counted, and gets a receipt', async () => {
    const buyer = await open();
    const buyerEmail = uniqueEmail();
    // Other tests count on the same day.
    const countEvents = async (event: string, subject: string) => {
      const [row] = await rows(
        `select count from daily_counts
         where day = (now() at time zone 'UTC')::date and event::text = $1 and subject = $2`,
        [event, subject],
      );
      return Number(row?.['count'] ?? 0);
    };
    const events = [
      ['view', '/buy'],
      ['plan-chosen', 'basic'],
      ['payment-begun', 'basic'],
    ] as const;
    const countAll = () => Promise.all(events.map(([event, subject]) => countEvents(event, subject)));
    const before = await countAll();
    await buyer.goto(`/buy?ref=${code}`);
    const checkout = checkoutPage(buyer);
    await checkout.choose('Basic');
    await expect(checkout.codeStatus).toHaveText('Valid code');
    await buyer.getByLabel('Email').fill(buyerEmail);
    await checkout.decide('Approve');
    await expect(buyer).toHaveURL(/\/download$/);
    expect((await mailTo(buyerEmail, 'Your receipt from Kithbook')).text).toContain('Amount: $59.99');
    await expect
      .poll(async () => (await countAll()).every((count, index) => count > (before[index] ?? 0)))
      .toBe(true);
    await buyer.context().close();
  });

  const month = new Date().toISOString().slice(0, 7);
  const transaction = `T${code.toUpperCase()}`;

  await test.step('the affiliate sees the sale', async () => {
    await expect
      .poll(() => rows('select 1 from commission_entries where affiliate_id = $1', [id]))
      .toHaveLength(1);
    expect((await mailTo(email, 'Your first sale')).text).toContain('$6.00');
    await page.goto('/affiliate-dashboard');
    await expect(page.getByText('10% of $59.99 (first payment)').first()).toBeVisible();
    await expect(figure(page, 'Earned this month')).toContainText('$6.00');
  });

  await test.step('the month is closed', async () => {
    const [entry] = await rows('select id from commission_entries where affiliate_id = $1', [id]);
    await insertStatement(rows, id, month, {
      entries: 6_00,
      paid: 6_00,
      to: email,
      counted: [String(entry?.id)],
    });
  });

  await test.step('the admin approves the payout', async () => {
    await admin.goto(`${payoutsPath}?month=${month}`);
    await tableRow(admin, code).getByRole('checkbox').check();
    await selectedPayouts(admin).getByRole('button', { name: 'Approve 1' }).click();
    await confirmInDialog(admin, 'Approve');
    await expect(screenNotice(admin)).toHaveText('1 payout approved');
  });

  await test.step('the admin pays, and the affiliate sees the payment', async () => {
    await tableRow(admin, code).getByRole('checkbox').check();
    await selectedPayouts(admin).getByText('Mark 1 as paid').click();
    await selectedPayouts(admin)
      .getByLabel(/^Transaction id for /)
      .fill(transaction);
    await selectedPayouts(admin).getByRole('button', { name: 'Mark as paid' }).click();
    await confirmInDialog(admin, 'Mark as paid');
    await expect(screenNotice(admin)).toHaveText('1 payout marked as paid');
    expect((await mailTo(email, 'We’ve paid you $6.00')).text).toContain(transaction);
    await page.reload();
    await expect(figure(page, 'Paid')).toContainText('$6.00');
  });
});
