import {
  formNotice,
  goodPassword,
  logIn,
  recordReferers,
  resetFailure,
  submitNewPassword,
  validateTokenCall,
} from './account-screens.ts';
import { canSignIn, createAccount, createResetCode, password } from './firebase-accounts.ts';
import { expect, test } from '../fixtures.ts';
import { holdRequests, waitForPath } from '../page-helpers.ts';

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

test('the reset screens explain a bad token and a failing server', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/status of (429|503)|ERR_FAILED/);
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
      for (const [query, text] of [
        ['?mode=resetPassword', missing],
        ['?token=a%2Fb%3Fc%23d%25', invalid],
      ] as const) {
        await page.goto(path + query);
        await expect(resetFailure(page)).toHaveText(text);
        await expect(tryAgain).toHaveCount(0);
      }
      for (const [name, target] of [
        ['Request New Reset Link', '/forgot-password'],
        ['Back to Login', '/login'],
      ] as const)
        await expect(page.getByRole('link', { name })).toHaveAttribute('href', target);
    });
    await test.step(`${path} without an answer, and Try again`, async () => {
      await page.route(validateTokenCall, (route) => route.abort());
      await page.goto(`${path}?token=${code}`);
      await expect(resetFailure(page)).toHaveText(failed);
      await page.unrouteAll();
      const tooMany = 'Too many requests. Please wait a minute and try again.';
      const refusal = { error: tooMany, code: 'too-many-requests', requestId: 'r' };
      await page.route(validateTokenCall, (route) => route.fulfill({ status: 429, json: refusal }), {
        times: 1,
      });
      await tryAgain.click();
      await expect(resetFailure(page)).toHaveText(tooMany);
      await tryAgain.click();
      await waitForPath(page, '/set-new-password');
      await expect(page.getByLabel('Account')).toHaveValue(email);
    });
  }
  await test.step('answers without Try again', async () => {
    const notConfigured = 'Authentication is not configured.';
    const unconfigured = { error: notConfigured, code: 'auth-not-configured', requestId: 'r' };
    const used = 'This link was used a minute ago.';
    for (const [answer, text] of [
      [{ status: 503, json: unconfigured }, notConfigured],
      [{ json: { valid: false, email: null, error: used } }, used],
    ] as const) {
      await page.route(validateTokenCall, (route) => route.fulfill(answer), { times: 1 });
      await page.goto(`/reset-password?token=${code}`);
      await expect(resetFailure(page)).toHaveText(text);
      await expect(tryAgain).toHaveCount(0);
    }
  });
});
