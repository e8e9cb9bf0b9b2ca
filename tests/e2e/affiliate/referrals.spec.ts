import type { Page } from '@playwright/test';
import { problemText } from '../../../src/shared/problem-texts/common.ts';
import { fixtures } from '../../api/frame/db/fixtures.ts';
import { mainContent } from '../accounts/account-screens.ts';
import { changeAccount, createAccount } from '../accounts/firebase-accounts.ts';
import { signInToDashboard } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, waitForPath } from '../page-helpers.ts';
import type { Rows } from '../stack-fixtures.ts';

function referralRows(page: Page) {
  return mainContent(page).getByRole('table', { name: 'Recent Referrals' }).locator('tbody tr');
}

function earningsChart(page: Page) {
  return page.locator('section', { has: page.getByRole('heading', { name: 'The last twelve months' }) });
}

function commissionRows(page: Page) {
  return mainContent(page).getByRole('table', { name: 'Commissions' }).locator('tbody tr');
}

function figureValue(page: Page, term: string) {
  return mainContent(page)
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd')
    .first();
}

/** The start of the month `months` months ago, in UTC. */
function monthsAgo(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months));
}

function formatDay(date: Date): string {
  return `${String(date.getUTCMonth() + 1)}/${String(date.getUTCDate())}/${String(date.getUTCFullYear())}`;
}

function formatMonth(date: Date, month: 'long' | 'short' = 'long'): string {
  return date.toLocaleDateString('en-US', { month, year: 'numeric', timeZone: 'UTC' });
}

/** The rows of a table with the entries of `insertEarnings`. */
function entryTexts({ before, now }: { readonly before: Date; readonly now: Date }): string[] {
  return [
    `${formatDay(now)}Annual SubscriptionRefund10% of $10.00 refunded (first payment on 1/15/2026)Pending-$1.00minus $1.00`,
    `${formatDay(now)}Annual SubscriptionCommission10% of $49.99 (first payment)Pending$5.00`,
    `${formatDay(before)}BasicCommission10% of $59.99 (first payment)Paid$6.00`,
  ];
}

/** Inserts two sales: a purchase of last month, paid out, and a subscription of this month, partly refunded. */
async function insertEarnings(rows: Rows) {
  const { uid, email } = await createAccount();
  const affiliate = await insertAffiliate(rows, { email, active: '2025-01-01T00:00:00Z' });
  const make = fixtures(rows);
  const [before, now] = [monthsAgo(1), monthsAgo(0)];
  const at = { affiliate_id: affiliate.id, occurred_at: before.toISOString() };
  const paid = await make.entry({ ...at, payment_id: await make.payment() });
  // Later than any month that is closed while the tests run.
  const statement = await make.statement({ affiliate_id: affiliate.id, month: '2047-01-01' });
  await rows('insert into statement_entries values ($1, $2, $3)', [statement, paid, affiliate.id]);
  const payout = await make.payout({ statement_id: statement });
  await rows("update payouts set state = 'approved', approved_by = 'a', approved_at = now() where id = $1", [
    payout,
  ]);
  await rows("update payouts set state = 'paid', transaction_id = $1, paid_at = now() where id = $1::uuid", [
    payout,
  ]);
  const purchase_id = await make.purchase({ type: 'subscription', state: 'active', plan_id: 'annual' });
  const payment_id = await make.payment({ purchase_id });
  const sale = { affiliate_id: affiliate.id, payment_id, occurred_at: now.toISOString() };
  await make.entry({ ...sale, amount_cents: 500, base_cents: 4999 });
  await make.entry({ ...sale, kind: 'refund', amount_cents: -100, base_cents: 1000 });
  return { uid, own: affiliate, before, now };
}

test('an affiliate reads the referrals, filters all commissions and downloads them', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 429/);
  allowConsoleErrors(failedRequest);
  const { own, before, now } = await insertEarnings(rows);
  await signInToDashboard(page, own.email);
  await expect(referralRows(page)).toHaveCount(3);
  for (const [term, value] of [
    ['Earned', '$10.00'],
    ['Paid', '$6.00'],
    ['In open payouts', '$0.00'],
    ['Not in a payout yet', '$4.00'],
  ] as const)
    await expect(figureValue(page, term)).toHaveText(value);
  await expect(mainContent(page)).toContainText('reach the minimum payout of $100.00');
  await expect(mainContent(page)).not.toContainText('Coming Soon');
  await expect(earningsChart(page).locator('.chart rect')).toHaveCount(12);
  await earningsChart(page).getByText('Show as a table').click();
  const months = mainContent(page).getByRole('table', { name: 'The last twelve months' }).locator('tbody tr');
  await expect(months).toHaveCount(12);
  await expectAccessible(page);
  await expect(months.nth(0)).toHaveText(`${formatMonth(now, 'short')}01–$4.00`);
  await expect(months.nth(1)).toHaveText(`${formatMonth(before, 'short')}01–$6.00`);
  await expect(earningsChart(page).locator('.value')).toHaveText([
    ...Array<string>(10).fill('$0'),
    '$6',
    '$4',
  ]);
  await earningsChart(page).getByLabel('Chart shows').selectOption('Purchases');
  await expect(earningsChart(page).locator('.value')).toHaveText([...Array<string>(10).fill('0'), '1', '1']);
  await expect(referralRows(page)).toHaveText(entryTexts({ before, now }));
  await test.step('all commissions are filtered by month and type, which are in the address', async () => {
    await mainContent(page).getByRole('link', { name: 'See all commissions' }).click();
    await waitForPath(page, '/affiliate-commissions');
    await expect(commissionRows(page)).toHaveText(entryTexts({ before, now }));
    await page.getByLabel('Type').selectOption('Refund');
    await expect(commissionRows(page)).toHaveCount(1);
    await page.getByLabel('Month').selectOption(formatMonth(before));
    await expect(mainContent(page)).toContainText('No commissions match this filter.');
    await page.getByLabel('Type').selectOption('All');
    await expect(commissionRows(page)).toHaveText(entryTexts({ before, now }).slice(2));
    await expect(page).toHaveURL(new RegExp(`month=${before.toISOString().slice(0, 7)}`));
  });
  // tests/unit/client/files.test.ts has the other failures.
  await test.step('a failed download shows its reason and saves nothing; a refused token is replaced', async () => {
    let saved = 0;
    page.on('download', () => (saved += 1));
    const file = '**/api/affiliates/entries?format=csv*';
    const download = page.getByRole('button', { name: 'Download CSV' });
    const refusal = { status: 429, contentType: 'text/plain', body: 'No' };
    await page.route(file, (route) => route.fulfill(refusal), { times: 1 });
    await download.click();
    await expect(mainContent(page).getByText(problemText('too-many-requests'))).toBeVisible();
    expect(saved).toBe(0);
    await page.route(file, (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
    const saving = page.waitForEvent('download');
    const asked = page.waitForRequest(/entries\?(?=.*format=csv).*month=/);
    await download.click();
    await asked;
    expect((await saving).suggestedFilename()).toMatch(/^commissions-\d{4}-\d{2}-\d{2}\.csv$/);
  });
  await test.step('an account with an unconfirmed email sees nothing of another account’s record', async () => {
    const { uid, own } = await insertEarnings(rows);
    await changeAccount(uid, { emailVerified: false });
    await signInToDashboard(page, own.email);
    await expect(mainContent(page).getByText('Your email address isn’t confirmed yet.')).toBeVisible();
    await expect(
      mainContent(page).getByRole('heading', { name: 'You’re not in the affiliate program yet' }),
    ).toBeVisible();
    await expect(figureValue(page, 'Earned')).toHaveCount(0);
    await expect(mainContent(page)).not.toContainText(own.code);
  });
});
