import { expect, test } from '../fixtures.ts';
import { canSignIn, newAccount, password, resetCode } from './provider.ts';
import { failureOf, newPassword, setPassword, validating, watchReferers } from './reset-links.ts';
import { arrives, failedAnswer, logIn, noticeOf, placeOf } from './screens.ts';
import { goodPassword } from './sign-up-form.ts';

const updated = 'Password updated successfully! You can now log in with your new password.';

for (const [what, query] of [
  ['the provider’s link', (code: string) => `oobCode=${code}&mode=resetPassword&apiKey=x&lang=en`],
  ['a link of our own', (code: string) => `token=${code}`],
] as const)
  test(`${what} leads through /reset-password to a new password`, async ({ page }) => {
    const { email } = await newAccount();
    const code = await resetCode(email);
    await page.goto(`/reset-password?${query(code)}`);
    await arrives(page, '/set-new-password');
    await expect(page.getByLabel('Account')).toHaveValue(email);
    expect(placeOf(page)).toBe('/set-new-password');
    expect(await page.evaluate('document.referrer')).toBe('');
    await setPassword(page, goodPassword);
    await expect(noticeOf(page)).toHaveText(updated);
    await arrives(page, '/login');
    expect(await page.evaluate('document.referrer')).toBe('');
    expect(await canSignIn(email, password)).toBe(false);
    await logIn(page, email, goodPassword);
    await arrives(page, '/affiliate-dashboard');
  });

test('no request carries the token as its Referer', async ({ page }) => {
  const code = await resetCode((await newAccount()).email);
  const referers = watchReferers(page);
  await page.goto(`/reset-password?token=${code}`);
  await expect(newPassword(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect((await referers()).filter((referer) => referer.includes(code))).toEqual([]);
});

test('the token is out of the address bar on both pages, and neither is in the way back', async ({
  page,
}) => {
  const { email } = await newAccount();
  const code = await resetCode(email);
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  await page.route(validating, async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/forgot-password');
  await page.goto(`/reset-password?oobCode=${code}&mode=resetPassword`);
  await expect.poll(() => placeOf(page)).toBe('/reset-password');
  await expect(page.getByText('Checking your reset link…')).toBeVisible();
  answer(undefined);
  await arrives(page, '/set-new-password');
  await expect.poll(() => placeOf(page)).toBe('/set-new-password');
  await expect(newPassword(page)).toBeVisible();
  await page.goBack();
  await arrives(page, '/forgot-password');
});

test('a link works once', async ({ page }) => {
  const { email } = await newAccount();
  const code = await resetCode(email);
  await page.goto(`/reset-password?token=${code}`);
  await setPassword(page, goodPassword);
  await expect(noticeOf(page)).toHaveText(updated);
  await page.goto(`/reset-password?token=${code}`);
  await expect(failureOf(page)).toHaveText('Invalid or expired reset link.');
  expect(placeOf(page)).toBe('/reset-password');
  await page.goto(`/set-new-password?token=${code}`);
  await expect(failureOf(page)).toHaveText('Invalid or expired reset token.');
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
] as const) {
  for (const query of ['', '?token=', '?mode=resetPassword'])
    test(`${path}${query} without a token: “${missing}”`, async ({ page }) => {
      await page.goto(path + query);
      await expect(failureOf(page)).toHaveText(missing);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    });

  for (const token of ['nonsense', 'a/b?c#d%', 'x'.repeat(2_000)])
    test(`${path} with the token ${token.slice(0, 10)}: “${invalid}”`, async ({ page }) => {
      await page.goto(`${path}?${new URLSearchParams({ token }).toString()}`);
      await expect(failureOf(page)).toHaveText(invalid);
    });

  for (const [what, answer] of [
    ['that fails', { status: 500, json: { error: 'Something went wrong on our side.' } }],
    ['that answers no JSON', { status: 200, body: '<h1>Oops</h1>' }],
    ['that does not answer', null],
  ] as const)
    test(`${path}, with a server ${what}: “${failed}”, and another try may help`, async ({
      page,
      allowConsoleErrors,
    }) => {
      allowConsoleErrors(failedAnswer);
      const { email } = await newAccount();
      const code = await resetCode(email);
      await page.route(validating, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await page.goto(`${path}?token=${code}`);
      await expect(failureOf(page)).toHaveText(failed);
      await page.unroute(validating);
      await page.getByRole('button', { name: 'Try again' }).click();
      await arrives(page, '/set-new-password');
      await expect(page.getByLabel('Account')).toHaveValue(email);
    });

  for (const [code, status, error, again] of [
    ['auth-not-configured', 503, 'Authentication is not configured.', 0],
    ['too-many-requests', 429, 'Too many requests. Please wait a minute and try again.', 1],
  ] as const)
    test(`${path}, where the server says ${code}: its own words, with ${String(again)} ways to try again`, async ({
      page,
      allowConsoleErrors,
    }) => {
      allowConsoleErrors(/status of (429|503)/);
      await page.route(validating, (route) =>
        route.fulfill({ status, json: { error, code, requestId: 'r' } }),
      );
      await page.goto(`${path}?token=x`);
      await expect(failureOf(page)).toHaveText(error);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(again);
    });

  for (const [name, target] of [
    ['Request New Reset Link', '/forgot-password'],
    ['Back to Login', '/login'],
  ] as const)
    test(`“${name}” of a failed ${path} leads to ${target}`, async ({ page }) => {
      await page.goto(path);
      await page.getByRole('link', { name }).click();
      await arrives(page, target);
    });
}

test('the server’s own words about a link are shown', async ({ page }) => {
  const error = 'This link was used a minute ago.';
  await page.route(validating, (route) => route.fulfill({ json: { valid: false, email: null, error } }));
  await page.goto('/reset-password?token=x');
  await expect(failureOf(page)).toHaveText(error);
});
