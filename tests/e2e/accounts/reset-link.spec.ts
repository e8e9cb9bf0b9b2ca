import { expect, test } from '../fixtures.ts';
import { canSignIn, newAccount, password, resetCode } from './provider.ts';
import { failureOf, setPassword, validating, watchReferers } from './reset-links.ts';
import { arrives, logIn, noticeOf, placeOf } from './screens.ts';
import { goodPassword } from './sign-up-form.ts';

const updated = 'Password updated successfully! You can now log in with your new password.';

test('Firebase’s link leads through /reset-password to a new password; no address, Referer or way back has the token', async ({
  page,
}) => {
  const { email } = await newAccount();
  const code = await resetCode(email);
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  await page.route(validating, async (route) => {
    await answered;
    await route.continue();
  });
  const referers = watchReferers(page);
  await page.goto('/forgot-password');
  await page.goto(`/reset-password?oobCode=${code}&mode=resetPassword&apiKey=x&lang=en`);
  await expect.poll(() => placeOf(page)).toBe('/reset-password');
  await expect(page.getByText('Checking your reset link…')).toBeVisible();
  answer(undefined);
  await arrives(page, '/set-new-password');
  await expect(page.getByLabel('Account')).toHaveValue(email);
  expect(placeOf(page)).toBe('/set-new-password');
  expect(await page.evaluate('document.referrer')).toBe('');
  await test.step('the way back skips both pages', async () => {
    await page.goBack();
    await arrives(page, '/forgot-password');
    await page.goForward();
    await arrives(page, '/set-new-password');
  });
  await setPassword(page, goodPassword);
  await expect(noticeOf(page)).toHaveText(updated);
  await arrives(page, '/login');
  expect(await page.evaluate('document.referrer')).toBe('');
  expect(await canSignIn(email, password)).toBe(false);
  await logIn(page, email, goodPassword);
  await arrives(page, '/affiliate-dashboard');
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
  test(`${path} says what is wrong with a token, and a failure of the server, which Try again mends`, async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of (429|500|503)|ERR_FAILED/);
    const again = page.getByRole('button', { name: 'Try again' });
    await test.step('a missing or a bad token, with the ways out', async () => {
      for (const [query, text] of [
        ['', missing],
        ['?mode=resetPassword', missing],
        ['?token=a%2Fb%3Fc%23d%25', invalid],
      ] as const) {
        await page.goto(path + query);
        await expect(failureOf(page)).toHaveText(text);
        await expect(again).toHaveCount(0);
      }
      for (const [name, target] of [
        ['Request New Reset Link', '/forgot-password'],
        ['Back to Login', '/login'],
      ] as const)
        await expect(page.getByRole('link', { name })).toHaveAttribute('href', target);
    });
    const { email } = await newAccount();
    const code = await resetCode(email);
    const used = 'This link was used a minute ago.';
    const tooMany = 'Too many requests. Please wait a minute and try again.';
    const says = (error: string, status: number, code: string) => ({
      status,
      json: { error, code, requestId: 'r' },
    });
    await page.route(validating, (route) => route.abort());
    await page.goto(`${path}?token=${code}`);
    await expect(failureOf(page)).toHaveText(failed);
    for (const [answer, text] of [
      [says(tooMany, 429, 'too-many-requests'), tooMany],
      [{ status: 500, json: { error: 'Something went wrong on our side.' } }, failed],
      [{ status: 200, body: '<h1>Oops</h1>' }, failed],
    ] as const) {
      await page.unrouteAll();
      await page.route(validating, (route) => route.fulfill(answer));
      await again.click();
      await expect(failureOf(page)).toHaveText(text);
    }
    await page.unrouteAll();
    await again.click();
    await arrives(page, '/set-new-password');
    await expect(page.getByLabel('Account')).toHaveValue(email);
    await test.step('answers that another try does not mend', async () => {
      const notConfigured = 'Authentication is not configured.';
      for (const [answer, text] of [
        [says(notConfigured, 503, 'auth-not-configured'), notConfigured],
        [{ json: { valid: false, email: null, error: used } }, path === '/reset-password' ? used : invalid],
      ] as const) {
        await page.route(validating, (route) => route.fulfill(answer));
        await page.goto(`${path}?token=${code}`);
        await expect(failureOf(page)).toHaveText(text);
        await expect(again).toHaveCount(0);
        await page.unrouteAll();
      }
    });
  });
