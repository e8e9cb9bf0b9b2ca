import { expect, test } from '../fixtures.ts';
import { accountsWith, canSignIn, newAccount, newEmail } from './provider.ts';
import {
  arrives,
  failedAnswer,
  noticeOf,
  partMissing,
  passwordField,
  placeOf,
  providerCall,
  refuse,
  signIn,
  submitButton,
  submitWidth,
} from './screens.ts';
import { confirmation, fillSignUp, goodPassword, referrer, signUp } from './sign-up-form.ts';

for (const [what, email, typed, error] of [
  ['no email', '', {}, 'Email is required'],
  ['an email of spaces', '   ', {}, 'Email is required'],
  ['an email without an at-sign', 'nobody', {}, 'Please enter a valid email address'],
  ['an email with a space', 'no body@mail.example', {}, 'Please enter a valid email address'],
  ['no password', newEmail(), { password: '' }, 'Password is required'],
  ['a password of 5 characters', newEmail(), { password: 'k1th-' }, 'Password must be at least 6 characters'],
  [
    'a password that everybody has',
    newEmail(),
    { password: 'PassWord' },
    'This password is too common. Please choose another.',
  ],
  ['another confirmation', newEmail(), { confirmation: 'something else' }, 'Passwords do not match'],
  ['a referrer that is no email', newEmail(), { referredBy: 'ada' }, 'Please enter a valid email address'],
] as const)
  test(`${what}: “${error}”, and nothing is asked`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (providerCall('signUp').test(request.url())) asked.push(request.url());
    });
    await signUp(page, email, typed);
    await expect(page.locator('main .field-error:not(:empty)')).toHaveText(error);
    await expect(page.locator('main [aria-invalid=true]')).toBeFocused();
    await expect(submitButton(page)).toHaveText('Create Account');
    expect(asked).toEqual([]);
  });

test('the hint on the password’s length shows once somebody types', async ({ page }) => {
  await page.goto('/signup');
  const hint = page.getByText('At least 6 characters');
  await passwordField(page).focus();
  await expect(hint).toHaveCount(0);
  await passwordField(page).pressSequentially('k');
  await expect(hint).toBeVisible();
  await expect(passwordField(page)).toHaveAccessibleDescription(/At least 6 characters/);
  await passwordField(page).fill('');
  await expect(hint).toHaveCount(0);
});

test('the hint shows, too, for what was typed before the script came', async ({ page }) => {
  const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/SignupForm*', async (route) => {
    await wanted;
    await route.continue();
  });
  await page.goto('/signup');
  await passwordField(page).fill('kith');
  release(undefined);
  await expect(page.getByText('At least 6 characters')).toBeVisible();
  await expect(passwordField(page)).toHaveValue('kith');
});

test('what was typed before the script came counts, and is kept', async ({ page }) => {
  const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/SignupForm*', async (route) => {
    await wanted;
    await route.continue();
  });
  const email = newEmail();
  await page.goto('/signup');
  await fillSignUp(page, email);
  await submitButton(page).click();
  release(undefined);
  await arrives(page, '/affiliate-application');
  expect(await canSignIn(email, goodPassword)).toBe(true);
});

for (const [what, script] of [
  ['the list of common passwords', /_astro\/common-passwords\./],
  ['the script that asks the provider', /_astro\/identity\./],
] as const)
  test(`without ${what} no account is made, and everything typed is kept`, async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(failedAnswer);
    const email = newEmail();
    await page.route(script, (route) => route.fulfill({ status: 404 }));
    await signUp(page, email);
    await expect(noticeOf(page)).toHaveText(`Failed to create an account. ${partMissing}`);
    await expect(passwordField(page)).toHaveValue(goodPassword);
    expect(await accountsWith(email)).toBe(0);
  });

test('an address that has an account is told so, and everything typed is kept', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  await signUp(page, email, { referredBy: 'ada@kithbook.example' });
  await expect(noticeOf(page)).toHaveText(
    'Failed to create an account. An account with this email already exists.',
  );
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(passwordField(page)).toHaveValue(goodPassword);
  await expect(confirmation(page)).toHaveValue(goodPassword);
  await expect(referrer(page)).toHaveValue('ada@kithbook.example');
});

for (const [what, message, status, text] of [
  [
    'finds the password too weak',
    'WEAK_PASSWORD : Password should be at least 6 characters',
    400,
    ' Please choose a longer password.',
  ],
  [
    'wants a password of another kind',
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements',
    400,
    ' Please choose a longer password.',
  ],
  ['does not take the email', 'INVALID_EMAIL', 400, ' Please enter a valid email address'],
  [
    'has had too many tries',
    'TOO_MANY_ATTEMPTS_TRY_LATER',
    400,
    ' Too many attempts. Please wait a few minutes and try again.',
  ],
  ['fails in a way of its own', 'INTERNAL', 500, ' The sign-in service says: internal.'],
] as const)
  test(`where the provider ${what} the form says so`, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(failedAnswer);
    await page.route(providerCall('signUp'), refuse(message, status));
    const asked = page.waitForRequest(providerCall('signUp'));
    await signUp(page, newEmail());
    // The form's script, the list of passwords and the SDK come first, however long that takes.
    await asked;
    await expect(noticeOf(page)).toHaveText(`Failed to create an account.${text}`);
  });

test('while the provider cannot be reached the form says so; then it works with what was typed', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const email = newEmail();
  await page.route(providerCall('signUp'), (route) => route.abort());
  await signUp(page, email);
  await expect(noticeOf(page)).toHaveText(
    'Failed to create an account. The sign-in service cannot be reached. Please check your internet connection and try again.',
  );
  await page.unroute(providerCall('signUp'));
  await submitButton(page).click();
  await arrives(page, '/affiliate-application');
});

test('the button says so while it works, keeps its width, and a double click makes one account', async ({
  page,
}) => {
  const email = newEmail();
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route(providerCall('signUp'), async (route) => {
    asked += 1;
    await answered;
    await route.continue();
  });
  await page.goto('/signup');
  await fillSignUp(page, email);
  const before = await submitWidth(page);
  await submitButton(page).dblclick();
  await expect(submitButton(page)).toHaveText('Creating Account...');
  // A page that was slow to load is shown only now: that is no return to it.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })));
  expect(await submitWidth(page)).toBe(before);
  await submitButton(page).click({ force: true });
  answer(undefined);
  await arrives(page, '/affiliate-application');
  expect(asked).toBe(1);
  expect(await accountsWith(email)).toBe(1);
});

test('a password can be pasted, looked at, and is kept as it was typed, spaces and all', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = newEmail();
  const chosen = '  spaces ärë kept  ';
  await page.goto('/signup');
  await page.evaluate((text) => navigator.clipboard.writeText(text), chosen);
  await page.getByLabel('Email').fill(email);
  for (const field of [passwordField(page), confirmation(page)]) {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect(field).toHaveValue(chosen);
  }
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(passwordField(page)).toHaveAttribute('type', 'text');
  await expect(confirmation(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
  expect(placeOf(page)).toBe('/signup');
  await submitButton(page).click();
  await arrives(page, '/affiliate-application');
  expect(await canSignIn(email, chosen)).toBe(true);
  expect(await canSignIn(email, chosen.trim())).toBe(false);
});

test('going back from the new account shows nobody what was typed', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/signup');
  await fillSignUp(page, newEmail());
  await submitButton(page).click();
  await arrives(page, '/affiliate-application');
  await page.goBack();
  await arrives(page, '/about');
});

test('password managers find what each field is for', async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'new-password');
  await expect(confirmation(page)).toHaveAttribute('autocomplete', 'new-password');
  await expect(referrer(page)).toHaveAttribute('autocomplete', 'off');
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password');
});

test('somebody who is signed in goes to the dashboard instead', async ({ page }) => {
  await signIn(page, (await newAccount()).email);
  await page.goto('/signup');
  await arrives(page, '/affiliate-dashboard');
});
