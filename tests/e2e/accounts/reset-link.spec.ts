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
import { currentPath, holdRequests, waitForPath } from '../page-helpers.ts';

const updatedText = 'Password updated successfully! You can now log in with your new password.';

test('Firebase’s reset link leads to a new password; no address, Referer or Back contains the token', async ({
  page,
}) => {
  const { email } = await createAccount();
  const code = await createResetCode(email);
  const held = await holdRequests(page, validateTokenCall);
  const referers = recordReferers(page);
  await page.goto('/forgot-password');
  await page.goto(`/reset-password?oobCode=${code}&mode=resetPassword&apiKey=x&lang=en`);
  await expect.poll(() => currentPath(page)).toBe('/reset-password');
  await expect(page.getByText('Checking your reset link…')).toBeVisible();
  held.release();
  await waitForPath(page, '/set-new-password');
  await expect(page.getByLabel('Account')).toHaveValue(email);
  expect(currentPath(page)).toBe('/set-new-password');
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
] as const)
  test(`${path} explains a bad token and a failing server, and Try again continues`, async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of (429|500|503)|ERR_FAILED/);
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await test.step('a missing or bad token, with links to a new mail and to /login', async () => {
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
    const { email } = await createAccount();
    const code = await createResetCode(email);
    const used = 'This link was used a minute ago.';
    const tooMany = 'Too many requests. Please wait a minute and try again.';
    const says = (error: string, status: number, code: string) => ({
      status,
      json: { error, code, requestId: 'r' },
    });
    await page.route(validateTokenCall, (route) => route.abort());
    await page.goto(`${path}?token=${code}`);
    await expect(resetFailure(page)).toHaveText(failed);
    for (const [answer, text] of [
      [says(tooMany, 429, 'too-many-requests'), tooMany],
      [{ status: 500, json: { error: 'Something went wrong on our side.' } }, failed],
      [{ status: 200, body: '<h1>Oops</h1>' }, failed],
    ] as const) {
      await page.unrouteAll();
      await page.route(validateTokenCall, (route) => route.fulfill(answer));
      await tryAgain.click();
      await expect(resetFailure(page)).toHaveText(text);
    }
    await page.unrouteAll();
    await tryAgain.click();
    await waitForPath(page, '/set-new-password');
    await expect(page.getByLabel('Account')).toHaveValue(email);
    await test.step('answers without Try again', async () => {
      const notConfigured = 'Authentication is not configured.';
      for (const [answer, text] of [
        [says(notConfigured, 503, 'auth-not-configured'), notConfigured],
        [{ json: { valid: false, email: null, error: used } }, path === '/reset-password' ? used : invalid],
      ] as const) {
        await page.route(validateTokenCall, (route) => route.fulfill(answer));
        await page.goto(`${path}?token=${code}`);
        await expect(resetFailure(page)).toHaveText(text);
        await expect(tryAgain).toHaveCount(0);
        await page.unrouteAll();
      }
    });
  });
