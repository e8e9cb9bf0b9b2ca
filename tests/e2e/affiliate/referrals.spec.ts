import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseCsv } from '../../../src/shared/csv.ts';
import { problemText } from '../../../src/shared/problems/common.ts';
import { fixtures } from '../../api/database/fixtures.ts';
import { changeAccount, createAccount } from '../accounts/firebase-accounts.ts';
import { signInToDashboard } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

type Rows = Parameters<typeof insertAffiliate>[0];

function mainContent(page: Page) {
  return page.locator('main');
}

function referralRows(page: Page) {
  return mainContent(page).getByRole('table', { name: 'Recent Referrals' }).locator('tbody tr');
}

function figureValue(page: Page, term: string) {
  return mainContent(page)
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd');
}

/** The start of the month `months` months ago, in UTC. */
function monthsAgo(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months));
}

function formatDay(date: Date): string {
  return `${String(date.getUTCMonth() + 1)}/${String(date.getUTCDate())}/${String(date.getUTCFullYear())}`;
}

function formatMonth(date: Date): string {
  return date.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
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

test('the chart draws a month with a loss below the line', async ({ page, rows }) => {
  const { email } = await createAccount();
  const affiliate = await insertAffiliate(rows, { email, active: '2025-01-01T00:00:00Z' });
  const make = fixtures(rows);
  const sale = { affiliate_id: affiliate.id, payment_id: await make.payment() };
  await make.entry({ ...sale, occurred_at: monthsAgo(1).toISOString() });
  const back = {
    kind: 'refund',
    amount_cents: -300,
    base_cents: 3000,
    occurred_at: monthsAgo(0).toISOString(),
  };
  await make.entry({ ...sale, ...back });
  await signInToDashboard(page, email);
  const bars = mainContent(page).locator('figure.earnings svg rect');
  await expect(bars).toHaveCount(12);
  const drawn = await bars.evaluateAll((all) =>
    all.slice(-2).map((bar) => ['y', 'height'].map((name) => Number(bar.getAttribute(name)))),
  );
  const [[top = 0, gain = 0] = [], [line = 0, loss = 0] = []] = drawn;
  expect(top + gain).toBe(line);
  expect(gain).toBeCloseTo(2 * loss, -1);
  await expect(bars.nth(11)).toHaveAttribute('data-loss', 'true');
});

test('an affiliate reads the referrals and downloads them as CSV; a failure loads at Try again', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of (429|500)/);
  allowConsoleErrors(/status of (401|429|500|502)/);
  allowConsoleErrors(failedRequest);
  const { own, before, now } = await insertEarnings(rows);
  await test.step('failed referrals keep the rest of the dashboard and load at Try again', async () => {
    await page.route('**/api/affiliates/referrals', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    );
    await signInToDashboard(page, own.email);
    await expect(mainContent(page).getByText('Something went wrong on our side.')).toBeVisible();
    await expect(mainContent(page).locator('.code')).toHaveText(own.code);
    await expect(mainContent(page)).not.toContainText('Coming Soon');
    await page.unroute('**/api/affiliates/referrals');
    // Netlify's own answer has no text for people.
    await page.route('**/api/affiliates/referrals', (route) =>
      route.fulfill({ status: 429, contentType: 'text/plain', body: 'No' }),
    );
    await mainContent(page).getByRole('button', { name: 'Try again' }).click();
    await expect(mainContent(page).getByText(problemText('too-many-requests'))).toBeVisible();
    await page.unroute('**/api/affiliates/referrals');
    await mainContent(page).getByRole('button', { name: 'Try again' }).click();
    await expect(referralRows(page)).toHaveCount(3);
    await expect(mainContent(page).getByText('Something went wrong on our side.')).toHaveCount(0);
  });
  for (const [term, value] of [
    ['Referrals', '2'],
    ['Pending', '$4.00'],
    ['Paid', '$6.00'],
    ['Total earned', '$10.00'],
  ] as const)
    await expect(figureValue(page, term)).toHaveText(value);
  await expect(mainContent(page)).not.toContainText('Coming Soon');
  await expect(mainContent(page).locator('figure.earnings svg rect')).toHaveCount(12);
  await page.getByText('Show the figures as a table').click();
  const months = mainContent(page).locator('figure.earnings tbody tr');
  await expect(months).toHaveCount(12);
  await expect(months.nth(10)).toHaveText(`${formatMonth(before)}1$6.00`);
  await expect(months.nth(11)).toHaveText(`${formatMonth(now)}1$4.00`);
  await expect(referralRows(page)).toHaveText([
    `${formatDay(now)}Annual SubscriptionRefund-$1.00minus $1.0010% of $10.00 refunded (first payment on 1/15/2026)Pending`,
    `${formatDay(now)}Annual SubscriptionCommission$5.0010% of $49.99 (first payment)Pending`,
    `${formatDay(before)}BasicCommission$6.0010% of $59.99 (first payment)Paid`,
  ]);
  await test.step('a failed download shows its reason and saves nothing; a refused token is replaced', async () => {
    await expect(referralRows(page)).toHaveCount(3);
    let saved = 0;
    page.on('download', () => (saved += 1));
    const file = '**/api/affiliates/referrals?format=csv';
    const download = () => page.getByRole('button', { name: 'Download all as CSV' }).click();
    const broken = 'Something went wrong on our side.';
    for (const [answer, text] of [
      [{ status: 500, json: { error: broken } }, broken],
      [{ status: 429, contentType: 'text/plain', body: 'No' }, problemText('too-many-requests')],
      [{ contentType: 'text/html', body: '<p>Sign in to the network</p>' }, broken],
      [{ status: 502, contentType: 'text/plain', body: 'No' }, problemText('service-unavailable')],
      [{ contentType: 'text/csv', body: '' }, broken],
    ] as const) {
      await page.route(file, (route) => route.fulfill(answer));
      await download();
      await expect(mainContent(page).getByText(text)).toBeVisible();
      await page.unroute(file);
    }
    expect(saved).toBe(0);
    await page.route(file, (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
    const saving = page.waitForEvent('download');
    await download();
    await saving;
  });
  await test.step('the entries are downloaded as CSV', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^referrals-\d{4}-\d{2}-\d{2}\.csv$/);
    expect(parseCsv(await readFile(await file.path(), 'utf8'))).toEqual([
      ['date', 'plan', 'kind', 'commission_usd', 'rate_percent', 'base_usd', 'explanation', 'state'],
      [
        now.toISOString(),
        'Annual Subscription',
        'refund',
        '-1.00',
        '10',
        '10.00',
        '10% of $10.00 refunded (first payment on 1/15/2026)',
        'Pending',
      ],
      [
        now.toISOString(),
        'Annual Subscription',
        'commission',
        '5.00',
        '10',
        '49.99',
        '10% of $49.99 (first payment)',
        'Pending',
      ],
      [
        before.toISOString(),
        'Basic',
        'commission',
        '6.00',
        '10',
        '59.99',
        '10% of $59.99 (first payment)',
        'Paid',
      ],
    ]);
  });
  await test.step('an account with an unconfirmed email sees nothing of another account’s record', async () => {
    const { uid, own } = await insertEarnings(rows);
    await changeAccount(uid, { emailVerified: false });
    await signInToDashboard(page, own.email);
    await expect(mainContent(page).getByText('Your email address isn’t confirmed yet.')).toBeVisible();
    await expect(
      mainContent(page).getByRole('heading', { name: 'You’re not in the affiliate program yet' }),
    ).toBeVisible();
    await expect(figureValue(page, 'Pending')).toHaveCount(0);
    await expect(mainContent(page)).not.toContainText(own.code);
  });
});
