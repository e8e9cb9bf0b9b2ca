import { expect, test } from '../fixtures.ts';
import { newAccount, canSignIn, password, resetCode } from './provider.ts';
import { failureOf, newConfirmation, newPassword, resetting, setButton, setPassword } from './reset-links.ts';
import { arrives, failedAnswer, logIn, noticeOf, placeOf, submitWidth } from './screens.ts';
import { signIn } from './sign-in.ts';
import { goodPassword } from './sign-up-form.ts';

const updated = 'Password updated successfully! You can now log in with your new password.';

test('a wrong new password gets its error, the link stays good, and password managers find the fields', async ({
  page,
}) => {
  const { email } = await newAccount();
  await page.goto(`/set-new-password?token=${await resetCode(email)}`);
  for (const field of [newPassword(page), newConfirmation(page)]) {
    await expect(field).toHaveAttribute('minlength', '6');
    await expect(field).toHaveAttribute('autocomplete', 'new-password');
  }
  await expect(page.getByLabel('Account')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel('Account')).not.toBeEditable();
  await newPassword(page).pressSequentially('k');
  await expect(page.getByText('At least 6 characters')).toBeVisible();
  for (const [typed, again, error] of [
    ['', '', 'Password is required'],
    ['k1th-', 'k1th-', 'Password must be at least 6 characters long.'],
    [goodPassword, `${goodPassword}?`, 'Passwords do not match.'],
    [goodPassword, '', 'Passwords do not match.'],
    ['Password', 'Password', 'This password is too common. Please choose another.'],
  ] as const) {
    await setPassword(page, typed, again);
    await expect(page.locator('main .field-error:not(:empty)')).toHaveText(error);
    await expect(page.locator('main [aria-invalid=true]')).toBeFocused();
  }
  expect(await canSignIn(email, password)).toBe(true);
  await setPassword(page, goodPassword);
  await expect(noticeOf(page)).toHaveText(updated);
  expect(await canSignIn(email, goodPassword)).toBe(true);
});

test('without the list of common passwords, and while the server fails, the form says so; then it sets what was typed', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  await page.route('**/_astro/common-passwords.*', (route) => route.abort());
  await page.goto(`/set-new-password?token=${await resetCode(email)}`);
  await setPassword(page, 'Password');
  await expect(noticeOf(page)).toHaveText('This password is too common. Please choose another.');
  const error = 'The service is unavailable at the moment. Please try again soon.';
  for (const [answer, text] of [
    [{ status: 500, body: 'Oops' }, 'Failed to reset password.'],
    [{ status: 503, json: { error } }, error],
    [null, 'Failed to reset password.'],
  ] as const) {
    await page.route(resetting, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await setPassword(page, goodPassword);
    await expect(noticeOf(page)).toHaveText(text);
    await expect(newPassword(page)).toHaveValue(goodPassword);
    await page.unroute(resetting);
  }
  await setButton(page).click();
  await expect(noticeOf(page)).toHaveText(updated);
  expect(await canSignIn(email, goodPassword)).toBe(true);
});

test('who was signed in with another account is signed out, so that /login asks for the new password', async ({
  page,
}) => {
  const [{ email }, other] = await Promise.all([newAccount(), newAccount()]);
  await signIn(page, other.email);
  await page.goto(`/set-new-password?token=${await resetCode(email)}`);
  await setPassword(page, goodPassword);
  await expect(noticeOf(page)).toHaveText(updated);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await arrives(page, '/login');
  await logIn(page, email, goodPassword);
  await arrives(page, '/affiliate-dashboard');
  await expect(page.locator('.account-bar')).toContainText(email);
});

test('a sign-out that hangs holds the success back for seconds only', async ({ page }) => {
  const [{ email }, other] = await Promise.all([newAccount(), newAccount()]);
  await signIn(page, other.email);
  await page.clock.install();
  await page.goto(`/set-new-password?token=${await resetCode(email)}`);
  const asked = page.waitForRequest('**/_astro/identity.*');
  // Never answered.
  await page.route('**/_astro/identity.*', () => undefined);
  await setPassword(page, goodPassword);
  await asked;
  await page.clock.fastForward(10_000);
  await expect(noticeOf(page)).toHaveText(updated);
  expect(await canSignIn(email, goodPassword)).toBe(true);
});

test('set by keyboard, it leaves the focus before Back to Login, and 3 seconds later /login comes', async ({
  page,
}) => {
  const { email } = await newAccount();
  await page.clock.install();
  await page.goto(`/set-new-password?token=${await resetCode(email)}`);
  await newPassword(page).fill(goodPassword);
  await newConfirmation(page).fill(goodPassword);
  await page.clock.pauseAt(Date.now() + 60_000);
  await newConfirmation(page).press('Enter');
  await expect(noticeOf(page)).toHaveText(updated);
  await expect(newPassword(page)).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeFocused();
  await page.clock.runFor(2_999);
  expect(placeOf(page)).toBe('/set-new-password');
  await page.clock.runFor(1);
  await arrives(page, '/login');
});

test('a link works once: used in another tab, it says so and offers the ways out', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  const code = await resetCode(email);
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto(`/set-new-password?token=${code}`);
    await expect(newPassword(one)).toBeVisible();
  }
  await setPassword(page, goodPassword);
  await expect(noticeOf(page)).toHaveText(updated);
  await setPassword(other, `${goodPassword} again`);
  await expect(failureOf(other)).toHaveText('Invalid or expired reset link.');
  await expect(newPassword(other)).toHaveCount(0);
  const again = other.getByRole('link', { name: 'Request New Reset Link' });
  await expect(again).toBeFocused();
  await expect(again).toHaveAttribute('href', '/forgot-password');
  await expect(other.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
  expect(await canSignIn(email, goodPassword)).toBe(true);
  await other.goto(`/reset-password?token=${code}`);
  await expect(failureOf(other)).toHaveText('Invalid or expired reset link.');
  expect(placeOf(other)).toBe('/reset-password');
  await other.goto(`/set-new-password?token=${code}`);
  await expect(failureOf(other)).toHaveText('Invalid or expired reset token.');
});

test('a reload goes on with the link; the button says Saving..., a double click sets the password once, and the link is gone', async ({
  page,
}) => {
  const { email } = await newAccount();
  await page.goto(`/reset-password?oobCode=${await resetCode(email)}&mode=resetPassword`);
  await arrives(page, '/set-new-password');
  await expect(newPassword(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Account')).toHaveValue(email);
  expect(placeOf(page)).toBe('/set-new-password');
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route(resetting, async (route) => {
    asked += 1;
    await answered;
    await route.continue();
  });
  await newPassword(page).fill(goodPassword);
  await newConfirmation(page).fill(goodPassword);
  const button = page.locator('main form button[type=submit]');
  const before = await submitWidth(page);
  await button.dblclick();
  await expect(button).toHaveText('Saving...');
  expect(await submitWidth(page)).toBe(before);
  answer(undefined);
  await expect(noticeOf(page)).toHaveText(updated);
  await expect(failureOf(page)).toHaveCount(0);
  expect(asked).toBe(1);
  await page.reload();
  await expect(failureOf(page)).toHaveText('No reset token provided.');
});
