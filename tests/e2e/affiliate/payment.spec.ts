import type { Page } from '@playwright/test';
import { newAffiliate } from '../admin/records.ts';
import { newAccount } from '../accounts/provider.ts';
import { failedAnswer } from '../accounts/screens.ts';
import { signInToDashboard } from '../accounts/sign-in.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { fiveMonths } from '../month-rows.ts';

type Rows = Parameters<typeof newAffiliate>[0];

const newMember = async (rows: Rows) =>
  newAffiliate(rows, { email: (await newAccount()).email, active: '2025-01-01T00:00:00Z' });

const section = (page: Page) => page.getByRole('region', { name: 'Payment Information' });
const field = (page: Page) => section(page).getByLabel(/^Payment email/);
const button = (page: Page) => section(page).locator('form button[type=submit]');
const notice = (page: Page) => section(page).locator('form').getByRole('status').first();
const fact = (page: Page, term: string) =>
  section(page)
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd');
const storedEmails = (rows: Rows, id: string) =>
  rows('select email from payout_email_changes where affiliate_id = $1 order by changed_at', [id]);

const dateOf = (date: Date): string =>
  `${String(date.getUTCMonth() + 1)}/${String(date.getUTCDate())}/${String(date.getUTCFullYear())}`;
const nextFirst = (): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
};

test('without any entry the section is there, and the payment email is set once, changed and removed', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  const own = await newMember(rows);
  let sent = 0;
  let answered: Promise<unknown> = Promise.resolve();
  await page.route('**/api/affiliates/payout-email', async (route) => {
    sent += 1;
    await answered;
    await route.continue();
  });
  await signInToDashboard(page, own.email);
  await expect(section(page)).toContainText(
    'Commissions are calculated monthly and paid the following month.',
  );
  await expect(fact(page, 'Balance')).toHaveText('$0.00');
  await expect(fact(page, 'Next payout date')).toHaveText(dateOf(nextFirst()));
  await expect(fact(page, 'Minimum payout')).toHaveText('$100.00');
  await expect(section(page)).toContainText('Nothing is paid out until there is a payment email.');
  await expect(section(page)).not.toContainText('On hold');
  await expect(section(page).getByRole('link', { name: 'Your monthly statements' })).toHaveCount(0);

  await button(page).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAccessibleDescription(/Email is required$/);
  await field(page).fill('not an address');
  await field(page).press('Enter');
  await expect(field(page)).toHaveAccessibleDescription(/Please enter a valid email address$/);
  await field(page).fill('=cmd@mail.example');
  await button(page).click();
  await expect(field(page)).toHaveAccessibleDescription(/Please enter a valid email address$/);
  await looksRight(page);
  sent = 0;
  const { promise, resolve: answer } = Promise.withResolvers<undefined>();
  answered = promise;
  await field(page).fill('first@mail.example');
  await button(page).dblclick();
  await expect(button(page)).toHaveText('Saving...');
  answer(undefined);
  await expect(notice(page)).toHaveText('Your payment email was saved.');
  expect(sent).toBe(1);
  await expect(section(page)).toContainText(`Payment email changed on ${dateOf(new Date())}`);
  await expect(section(page)).not.toContainText('Nothing is paid out until');

  await page.route('**/api/affiliates/payout-email', (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
  );
  await field(page).fill('second@mail.example');
  await button(page).click();
  await expect(notice(page)).toHaveText('Something went wrong on our side.');
  await expect(field(page)).toHaveValue('second@mail.example');
  await page.unroute('**/api/affiliates/payout-email');
  await button(page).click();
  await expect(notice(page)).toHaveText('Your payment email was saved.');
  await field(page).fill('');
  await button(page).click();
  await expect(notice(page)).toHaveText(
    'Your payment email was removed. No further payout is made without one.',
  );
  expect(await storedEmails(rows, own.id)).toEqual([
    { email: 'first@mail.example' },
    { email: 'second@mail.example' },
    { email: null },
  ]);
  await section(page).locator('summary').click();
  const today = dateOf(new Date());
  await expect(section(page).getByRole('listitem')).toHaveText([
    `${today}: removed`,
    `${today}: second@mail.example`,
    `${today}: first@mail.example`,
  ]);
});

test('balance, hold, no minimum and the link to the statements; a balance that cannot be had is asked for again', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  const own = await fiveMonths(rows, email);
  const held = await own.earn('2046-01-04T10:00:00Z', 7_00);
  await rows(
    "insert into commission_holds (id, payment_id, reason) values (gen_random_uuid(), $1, 'review')",
    [held.payment],
  );
  await rows('update affiliates set no_minimum = true where id = $1', [own.id]);
  await page.route('**/api/affiliates/payout', (route) => route.abort());
  await signInToDashboard(page, email);
  await expect(section(page).getByRole('alert')).toHaveText(
    'Failed to fetch how you are paid: The server cannot be reached. Please check your internet connection and try again.',
  );
  await expect(section(page)).toContainText('Commissions are calculated monthly');
  await page.unroute('**/api/affiliates/payout');
  await section(page).getByRole('button', { name: 'Try again' }).click();
  await expect(fact(page, 'Balance')).toHaveText('$30.00');
  await expect(fact(page, 'On hold')).toHaveText('$7.00');
  await expect(section(page)).toContainText('An amount stays on hold until a dispute is over');
  await expect(fact(page, 'Minimum payout')).toHaveText('No minimum');
  await expect(field(page)).toHaveValue('pay@mail.example');
  await looksRight(page);
  // Whoever cannot be told whether there are some is led there, too.
  await page.route('**/api/statements*', (route) => route.abort());
  await page.reload();
  await expect(section(page).getByRole('link', { name: 'Your monthly statements' })).toBeVisible();
  await page.unroute('**/api/statements*');
  await section(page).getByRole('link', { name: 'Your monthly statements' }).click();
  await expect(page.getByRole('table', { name: 'Statements' })).toBeVisible();
});
