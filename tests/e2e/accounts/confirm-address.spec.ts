import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { changeAccount, mailedCodes, newAccount, newEmail } from './provider.ts';
import { arrives, failedAnswer, placeOf } from './screens.ts';
import { signInToDashboard } from './sign-in.ts';
import { signUp } from './sign-up-form.ts';

const unconfirmed = (page: Page) => page.getByText('Your email address is not confirmed yet.');
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Email Address' });
const invalid = 'This link is invalid or expired, or it was used already.';

test('a new affiliate confirms the address by the mailed link and a press, then sets a payment email', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const email = newEmail();
  await signUp(page, email);
  await arrives(page, '/affiliate-application');
  await page.goto('/affiliate-dashboard');
  await expect(unconfirmed(page)).toBeVisible();
  await page.getByLabel('Payment email').fill('pay@mail.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please confirm your email address first.')).toBeVisible();
  const [code = ''] = await mailedCodes(email);

  await page.goto(`/reset-password?mode=verifyEmail&oobCode=${code}`);
  await expect(confirm(page)).toBeVisible();
  expect(placeOf(page)).toBe('/reset-password');
  await page.reload();
  await confirm(page).click();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await arrives(page, '/affiliate-dashboard');
  await page.getByLabel('Payment email').fill('pay@mail.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Payment email')).toHaveValue('pay@mail.example');
  await expect(page.getByText('Please confirm your email address first.')).toHaveCount(0);
  await expect(unconfirmed(page)).toHaveCount(0);
});

test('the confirmation mail is sent again; its link changes nothing until the press, works once, and a bad one says so', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { uid, email } = await newAccount();
  await changeAccount(uid, { emailVerified: false });
  await test.step('the dashboard sends the mail again, and says when that fails', async () => {
    await signInToDashboard(page, email);
    const again = page.getByRole('button', { name: 'Send the mail again' });
    await page.route(/accounts:sendOobCode/, (route) => route.abort(), { times: 1 });
    await again.click();
    await expect(page.getByText('The sign-in service cannot be reached.')).toBeVisible();
    expect(await mailedCodes(email)).toEqual([]);
    await again.click();
    await expect(page.getByText('Sent. Please check your inbox, and your spam folder.')).toBeVisible();
    expect(await mailedCodes(email)).toHaveLength(1);
  });
  const [code = ''] = await mailedCodes(email);
  for (const _time of ['first', 'second'])
    await page.goto(`/reset-password?mode=verifyEmail&oobCode=${code}`);
  await confirm(page).click();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  for (const used of [code, 'nonsense']) {
    await page.goto(`/reset-password?mode=verifyEmail&oobCode=${used}`);
    await confirm(page).click();
    await expect(page.getByText(invalid)).toBeVisible();
  }
  for (const [mode, name] of [
    ['verifyAndChangeEmail', 'Change Email Address'],
    ['recoverEmail', 'Restore Email Address'],
  ] as const) {
    await page.goto(`/reset-password?mode=${mode}&oobCode=nonsense`);
    await page.getByRole('button', { name }).click();
    await expect(page.getByText(invalid)).toBeVisible();
  }
  await page.goto('/reset-password?mode=verifyEmail');
  await expect(page.getByRole('alert').filter({ hasText: invalid })).toBeVisible();
});
