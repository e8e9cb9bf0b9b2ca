import {
  formNotice,
  goodPassword,
  logIn,
  recordReferers,
  submitNewPassword,
  validateTokenCall,
} from './account-screens.ts';
import { canSignIn, createAccount, createResetCode, password } from './firebase-accounts.ts';
import { deep, expect, test } from '../fixtures.ts';
import { holdRequests, waitForPath, errorNotice } from '../page-helpers.ts';

const updatedText = 'Password updated successfully! You can now log in with your new password.';

test('Firebase’s reset link leads to a new password, and leaks no token', async ({ page }) => {
  const { email } = await createAccount();
  const code = await createResetCode(email);
  const held = await holdRequests(page, validateTokenCall);
  const referers = recordReferers(page);
  await page.goto('/forgot-password');
  await page.goto(`/reset-password?oobCode=${code}&mode=resetPassword&apiKey=x&lang=en`);
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByText('Checking your reset link…')).toBeVisible();
  held.release();
  await waitForPath(page, '/set-new-password');
  await expect(page.getByLabel('Account')).toHaveValue(email);
  await expect(page).toHaveURL('/set-new-password');
  expect(await page.evaluate('document.referrer')).toBe('');
  await test.step('Back skips both pages', async () => {
    await page.goBack();
    await waitForPath(page, '/forgot-password');
    await page.goForward();
    await waitForPath(page, '/set-new-password');
  });
  await submitNewPassword(page, goodPassword);
  await expect(formNotice(page)).toHaveText(updatedText);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await waitForPath(page, '/login');
  expect(await page.evaluate('document.referrer')).toBe('');
  expect(await canSignIn(email, password)).toBe(false);
  await logIn(page, email, goodPassword);
  await waitForPath(page, '/affiliate-dashboard');
  expect((await referers()).filter((referer) => referer.includes(code))).toEqual([]);
});

test(
  'the reset screens explain a bad token and a failing server',
  deep,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED/);
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    const { email } = await createAccount();
    const code = await createResetCode(email);
    for (const [path, missing, invalid, failed] of [
      [
        '/reset-password',
        'Invalid reset link. No token provided.',
        'Invalid or expired reset link.',
        'An error occurred while resetting your password. Please try again.',
      ],
      [
        '/set-new-password',
        'No reset token provided.',
        'Invalid or expired reset token.',
        'An error occurred while validating your reset token.',
      ],
    ] as const) {
      await test.step(`${path} with a missing or bad token, with links to a new mail and to /login`, async () => {
        await page.goto(`${path}?mode=resetPassword`);
        await expect(errorNotice(page)).toHaveText(missing);
        await page.goto(`${path}?token=a%2Fb%3Fc%23d%25`);
        await expect(errorNotice(page)).toHaveText(invalid);
        await expect(tryAgain).toHaveCount(0);
        for (const [name, target] of [
          ['Request New Reset Link', '/forgot-password'],
          ['Back to Login', '/login'],
        ] as const)
          await expect(page.getByRole('link', { name })).toHaveAttribute('href', target);
      });
      await test.step(`${path} without an answer, and Try again`, async () => {
        await page.route(validateTokenCall, (route) => route.abort());
        await page.goto(`${path}?token=${code}`);
        await expect(errorNotice(page)).toHaveText(failed);
        await page.unrouteAll();
        await tryAgain.click();
        await waitForPath(page, '/set-new-password');
        await expect(page.getByLabel('Account')).toHaveValue(email);
      });
    }
  },
);
