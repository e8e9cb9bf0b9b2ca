import { expect, test } from '../fixtures.ts';
import { canSignIn, newAccount, password, resetCode } from './provider.ts';
import { failureOf, newPassword, setPassword, validating, watchReferers } from './reset-links.ts';
import { arrives, logIn, noticeOf, placeOf } from './screens.ts';
import { goodPassword } from './sign-up-form.ts';

const updated = 'Password updated successfully! You can now log in with your new password.';

for (const [what, query] of [
  ['the provider’s link', (code: string) => `oobCode=${code}&mode=resetPassword&apiKey=x&lang=en`],
  ['a link of our own', (code: string) => `token=${code}`],
] as const)
  test(`${what} leads through /reset-password to a new password, and no Referer has the token`, async ({
    page,
  }) => {
    const { email } = await newAccount();
    const code = await resetCode(email);
    const referers = watchReferers(page);
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
  test(`${path} without a token or with a bad one says so, and links to a new mail and to the login`, async ({
    page,
  }) => {
    for (const query of ['', '?token=', '?mode=resetPassword']) {
      await page.goto(path + query);
      await expect(failureOf(page)).toHaveText(missing);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    }
    for (const token of ['nonsense', 'a/b?c#d%', 'x'.repeat(2_000)]) {
      await page.goto(`${path}?${new URLSearchParams({ token }).toString()}`);
      await expect(failureOf(page)).toHaveText(invalid);
    }
    for (const [name, target] of [
      ['Request New Reset Link', '/forgot-password'],
      ['Back to Login', '/login'],
    ] as const)
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', target);
  });

  test(`${path} shows a failure of the server, and Try again opens the form`, async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of (429|500|503)|ERR_FAILED/);
    const { email } = await newAccount();
    const code = await resetCode(email);
    const used = 'This link was used a minute ago.';
    const says = (error: string, status: number, code: string) => ({
      status,
      json: { error, code, requestId: 'r' },
    });
    for (const [answer, text, tries] of [
      [
        says('Authentication is not configured.', 503, 'auth-not-configured'),
        'Authentication is not configured.',
        0,
      ],
      [{ json: { valid: false, email: null, error: used } }, path === '/reset-password' ? used : invalid, 0],
      [
        says('Too many requests. Please wait a minute and try again.', 429, 'too-many-requests'),
        'Too many requests. Please wait a minute and try again.',
        1,
      ],
      [{ status: 500, json: { error: 'Something went wrong on our side.' } }, failed, 1],
      [{ status: 200, body: '<h1>Oops</h1>' }, failed, 1],
      [null, failed, 1],
    ] as const) {
      await page.unrouteAll();
      await page.route(validating, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await page.goto(`${path}?token=${code}`);
      await expect(failureOf(page)).toHaveText(text);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(tries);
    }
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await arrives(page, '/set-new-password');
    await expect(page.getByLabel('Account')).toHaveValue(email);
  });
}
