import type { Route } from '@playwright/test';
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
  submitButton,
  submitWidth,
} from './screens.ts';
import { confirmation, fillSignUp, goodPassword, referrer } from './sign-up-form.ts';

test('what is wrong is said beside its field, Firebase is not asked, and password managers find the fields', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (providerCall('signUp').test(request.url())) calls.push(request.url());
  });
  await page.goto('/signup');
  for (const [field, autocomplete] of [
    [page.getByLabel('Email'), 'username'],
    [passwordField(page), 'new-password'],
    [confirmation(page), 'new-password'],
    [referrer(page), 'off'],
  ] as const)
    await expect(field).toHaveAttribute('autocomplete', autocomplete);
  const hint = page.getByText('At least 6 characters');
  await passwordField(page).focus();
  await expect(hint).toHaveCount(0);
  await passwordField(page).pressSequentially('k');
  await expect(hint).toBeVisible();
  await expect(passwordField(page)).toHaveAccessibleDescription(
    /At least 6 characters\. Common passwords are refused\./,
  );
  await passwordField(page).fill('');
  await expect(hint).toHaveCount(0);
  const email = newEmail();
  for (const [address, typed, error] of [
    ['', {}, 'Email is required'],
    ['   ', {}, 'Email is required'],
    ['no body@mail.example', {}, 'Please enter a valid email address'],
    [email, { password: '' }, 'Password is required'],
    [email, { password: 'k1th-' }, 'Password must be at least 6 characters'],
    [email, { password: 'PassWord' }, 'This password is too common. Please choose another.'],
    [email, { confirmation: 'something else' }, 'Passwords do not match'],
    [email, { referredBy: 'ada' }, 'Please enter a valid email address'],
  ] as const) {
    await fillSignUp(page, address, typed);
    await submitButton(page).click();
    await expect(page.locator('main .field-error:not(:empty)')).toHaveText(error);
    await expect(page.locator('main [aria-invalid=true]')).toBeFocused();
    await expect(submitButton(page)).toHaveText('Create Account');
  }
  expect(calls).toEqual([]);
});

test('the hint on the length shows for a password typed before the script came', async ({ page }) => {
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

test('what stops a sign-up is said, no account is made, and then the form works with what was typed', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const email = newEmail();
  const failed = (text: string) => expect(noticeOf(page)).toHaveText(`Failed to create an account. ${text}`);
  const parts = [/_astro\/common-passwords\./, /_astro\/identity\./];
  for (const part of parts) await page.route(part, (route) => route.abort());
  await page.goto('/signup');
  await fillSignUp(page, email, { referredBy: 'ada@kithbook.example' });
  for (const part of parts)
    await test.step(`without ${part.source}`, async () => {
      await submitButton(page).click();
      await failed(partMissing);
      await expect(passwordField(page)).toHaveValue(goodPassword);
      expect(await accountsWith(email)).toBe(0);
      await page.unroute(part);
      await page.getByLabel('Email').fill('');
      await submitButton(page).click();
      await expect(noticeOf(page)).toHaveText('');
      await page.getByLabel('Email').fill(email);
    });
  await test.step('an address that has an account', async () => {
    const taken = await newAccount();
    await page.getByLabel('Email').fill(taken.email);
    await submitButton(page).click();
    await failed('An account with this email already exists.');
    await expect(page.getByLabel('Email')).toHaveValue(taken.email);
    for (const field of [passwordField(page), confirmation(page)])
      await expect(field).toHaveValue(goodPassword);
    await expect(referrer(page)).toHaveValue('ada@kithbook.example');
    await page.getByLabel('Email').fill(email);
  });
  await test.step('a refusal of Firebase, and no answer', async () => {
    for (const [answer, text] of [
      [refuse('TOO_MANY_ATTEMPTS_TRY_LATER'), 'Too many attempts. Please wait a few minutes and try again.'],
      [
        (route: Route) => route.abort(),
        'The sign-in service cannot be reached. Please check your internet connection and try again.',
      ],
    ] as const) {
      await page.route(providerCall('signUp'), answer);
      await submitButton(page).click();
      await failed(text);
      await page.unroute(providerCall('signUp'));
    }
  });
  await submitButton(page).click();
  await arrives(page, '/affiliate-application');
});

test('a pasted password can be looked at and keeps its spaces; a double click makes one account, and the way back shows nothing typed', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = newEmail();
  const chosen = '  spaces ärë kept  ';
  await page.goto('/about');
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
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route(providerCall('signUp'), async (route) => {
    asked += 1;
    await answered;
    await route.continue();
  });
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
  expect(await canSignIn(email, chosen)).toBe(true);
  expect(await canSignIn(email, chosen.trim())).toBe(false);
  await page.goBack();
  await arrives(page, '/about');
});
