import type { Page } from '@playwright/test';
import { signUp } from './account-screens.ts';
import { fetchMailedCodes, uniqueEmail } from './firebase-accounts.ts';
import { expect, test } from '../fixtures.ts';
import { currentPath, failedRequest, waitForPath } from '../page-helpers.ts';

function unconfirmedNotice(page: Page) {
  return page.getByText('Your email address isn’t confirmed yet.');
}

function confirmButton(page: Page) {
  return page.getByRole('button', { name: 'Confirm Email Address' });
}

const invalidLinkText = 'This link is invalid or has expired, or you’ve already used it.';

test('a new affiliate confirms the email by the link of a second mail and a press, then sets a payment email; a used or bad link is invalid', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const email = uniqueEmail();
  await signUp(page, email);
  await waitForPath(page, '/affiliate-application');
  await page.goto('/affiliate-dashboard');
  await expect(unconfirmedNotice(page)).toBeVisible();
  await expect(
    page.getByText('You can set your payment email once your email address is confirmed.'),
  ).toBeVisible();
  await expect(page.getByLabel('Payment email')).toHaveCount(0);
  await test.step('the dashboard sends the mail again and reports a failure', async () => {
    const sendAgain = page.getByRole('button', { name: 'Send the email again' });
    await page.route(/accounts:sendOobCode/, (route) => route.abort(), { times: 1 });
    await sendAgain.click();
    await expect(page.getByText('The sign-in service cannot be reached.')).toBeVisible();
    expect(await fetchMailedCodes(email)).toHaveLength(1);
    await sendAgain.click();
    await expect(page.getByText('Sent. Please check your inbox and your spam folder.')).toBeVisible();
    expect(await fetchMailedCodes(email)).toHaveLength(2);
  });
  const code = (await fetchMailedCodes(email)).at(-1) ?? '';

  await page.goto(`/reset-password?mode=verifyEmail&oobCode=${code}`);
  await expect(confirmButton(page)).toBeVisible();
  expect(currentPath(page)).toBe('/reset-password');
  await confirmButton(page).click();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await waitForPath(page, '/affiliate-dashboard');
  await page.getByLabel('Payment email').fill('pay@mail.example');
  await page.getByRole('button', { name: 'Save payment email' }).click();
  await expect(page.getByText('Your payment email was saved.')).toBeVisible();
  await expect(unconfirmedNotice(page)).toHaveCount(0);
  await test.step('a used or bad link is invalid', async () => {
    for (const [mode, used, name] of [
      ['verifyEmail', code, 'Confirm Email Address'],
      ['recoverEmail', 'nonsense', 'Restore Email Address'],
    ] as const) {
      await page.goto(`/reset-password?mode=${mode}&oobCode=${used}`);
      await page.getByRole('button', { name }).click();
      await expect(page.getByText(invalidLinkText)).toBeVisible();
    }
    await page.goto('/reset-password?mode=verifyEmail');
    await expect(page.getByRole('alert').filter({ hasText: invalidLinkText })).toBeVisible();
  });
});
