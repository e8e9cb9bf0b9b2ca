import type { Page } from '@playwright/test';
import { createAccount, password } from '../accounts/firebase-accounts.ts';
import { signInAnHourAgo, signInToDashboard } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests, waitForPath } from '../page-helpers.ts';
import { insertFiveMonths } from '../statement-rows.ts';

function paymentSection(page: Page) {
  return page.getByRole('region', { name: 'Where we pay you' });
}

function emailField(page: Page) {
  return paymentSection(page).getByLabel(/^Payment email/);
}

function saveButton(page: Page) {
  return paymentSection(page).locator('form button[type=submit]');
}

function formNotice(page: Page) {
  return paymentSection(page).locator('form').getByRole('status').first();
}

function factValue(page: Page, term: string) {
  return page
    .getByRole('region', { name: 'Payment Information' })
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd');
}

function formatDay(date: Date): string {
  return `${String(date.getUTCMonth() + 1)}/${String(date.getUTCDate())}/${String(date.getUTCFullYear())}`;
}

function firstOfNextMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
}

test('an affiliate sets the payment email with the password, and chooses emails', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const account = await createAccount();
  await insertAffiliate(rows, { email: account.email, active: '2025-01-01T00:00:00Z' });
  await signInAnHourAgo(page, account);
  await page.goto('/affiliate-dashboard#emails');
  await waitForPath(page, '/affiliate-payment');
  await expect(page.getByRole('region', { name: 'Emails' })).toBeInViewport();
  await page.goto('/affiliate-dashboard');
  await expect(
    page.getByText('Commissions are calculated monthly and paid the following month.'),
  ).toBeVisible();
  await expect(factValue(page, 'Month closes')).toHaveText(formatDay(firstOfNextMonth()));
  await expect(factValue(page, 'Minimum payout')).toHaveText('$100.00');
  await expect(page.getByText('Add a payment email so that we can pay you.')).toBeVisible();
  await page.getByRole('link', { name: 'Add payment email' }).click();
  await expect(emailField(page)).toBeInViewport();

  await saveButton(page).click();
  await expect(emailField(page)).toBeFocused();
  await expect(emailField(page)).toHaveAccessibleDescription(/Email is required$/);
  await emailField(page).fill('not an address');
  await emailField(page).press('Enter');
  await expect(emailField(page)).toHaveAccessibleDescription(/Please enter a valid email address$/);
  await test.step('after an hour it needs the password again, and loses no text', async () => {
    const dialog = page.getByRole('dialog', { name: 'Enter your password to continue' });
    const typed = dialog.getByLabel('Password', { exact: true });
    await emailField(page).fill('first@mail.example');
    await page.keyboard.press('Enter');
    await expect(typed).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(paymentSection(page)).toContainText('Enter your password again to do this.');
    await expect(emailField(page)).toHaveValue('first@mail.example');
    await emailField(page).press('Enter');
    await typed.fill('not this one');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('That’s not your password.');
    await typed.fill(password);
    await page.keyboard.press('Enter');
    await expect(formNotice(page)).toHaveText('Your payment email was saved.');
    await expect(dialog).toHaveCount(0);
  });
  await expect(paymentSection(page)).toContainText(`Payment email changed on ${formatDay(new Date())}`);

  const held = await holdRequests(page, '**/api/affiliates/payout-email');
  await emailField(page).fill('second@mail.example');
  await saveButton(page).dblclick();
  await expect(saveButton(page)).toHaveText('Saving…');
  held.release();
  await expect(formNotice(page)).toHaveText('Your payment email was saved.');
  expect(held.count()).toBe(1);
  await emailField(page).fill('');
  await saveButton(page).click();
  await expect(formNotice(page)).toHaveText(
    'Your payment email was removed. Add one so that we can pay you.',
  );
  await paymentSection(page).locator('summary').click();
  const today = formatDay(new Date());
  await expect(paymentSection(page).getByRole('listitem')).toHaveText([
    `${today}: removed`,
    `${today}: second@mail.example`,
    `${today}: first@mail.example`,
  ]);
  await test.step('an affiliate chooses the emails to get', async () => {
    const section = page.getByRole('region', { name: 'Emails' });
    const save = section.locator('button[type=submit]');
    const boxes = section.getByRole('group', { name: 'Send me these emails' }).getByRole('checkbox');
    await expect(boxes).toHaveCount(4);
    await section.getByLabel('Your first sale').uncheck();
    const heldChoice = await holdRequests(page, '**/api/affiliates/mails');
    await save.dblclick();
    await expect(save).toHaveText('Saving…');
    heldChoice.release();
    await expect(section.getByRole('status')).toHaveText('Your choice was saved.');
    expect(heldChoice.count()).toBe(1);
    const next = page.waitForRequest('**/api/affiliates/mails');
    await section.getByLabel('Your first sale').check();
    await save.click();
    expect((await next).postDataJSON()).toEqual({ muted: [], wanted: ['first-sale'] });
  });
});

test('the overview shows the payment settings and what was earned', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const { email } = await createAccount();
  const affiliate = await insertFiveMonths(rows, email);
  const held = await affiliate.earn('2046-01-04T10:00:00Z', 7_00);
  await rows(
    "insert into commission_holds (id, payment_id, reason) values (gen_random_uuid(), $1, 'review')",
    [held.payment],
  );
  await rows('update affiliates set no_minimum = true where id = $1', [affiliate.id]);
  await signInToDashboard(page, email);
  await expect(page.getByText('On hold until a dispute is resolved')).toBeVisible();
  await expect(factValue(page, 'Minimum payout')).toHaveText('No minimum');
  await expect(factValue(page, 'Payment email')).toHaveText('pay@mail.example');
  await test.step('what was earned is the sum of what is paid, in payouts and not in a payout', async () => {
    const earnings = page.getByRole('region', { name: 'Your earnings' });
    await expect(earnings).toContainText('Payout under review: $45.00 for December 2045');
    await expect(earnings).toContainText('pay it in January 2046, by PayPal, to pay@mail.example.');
    await expect(earnings.locator('dl > div')).toHaveText([
      'Earned$282.50',
      'Paid$207.50',
      'In open payouts$45.00',
      'Not in a payout yet$30.00Plus $7.00 on hold',
    ]);
    await expect(earnings).not.toContainText('minimum payout');
  });
});
