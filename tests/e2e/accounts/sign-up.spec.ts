import {
  confirmationField,
  fillSignUp,
  firebaseCall,
  formNotice,
  goodPassword,
  measureSubmitButton,
  partMissingText,
  passwordField,
  referrerField,
  submitButton,
} from './account-screens.ts';
import { canSignIn, countAccounts, createAccount, uniqueEmail } from './firebase-accounts.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests, waitForPath } from '../page-helpers.ts';

test('a failed sign-up creates no account; a double click creates one', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const email = uniqueEmail();
  const sdk = /_astro\/identity\./;
  const fields = [passwordField(page), confirmationField(page)];
  await page.route(sdk, (route) => route.abort());
  await page.goto('/signup');
  await test.step('wrong fields', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (firebaseCall('signUp').test(request.url())) calls.push(request.url());
    });
    for (const [field, autocomplete] of [
      [page.getByLabel('Email'), 'username'],
      [passwordField(page), 'new-password'],
      [confirmationField(page), 'new-password'],
      [referrerField(page), 'off'],
    ] as const)
      await expect(field).toHaveAttribute('autocomplete', autocomplete);
    const hint = page.getByText('Use at least 6 characters');
    await passwordField(page).focus();
    await expect(hint).toHaveCount(0);
    await passwordField(page).pressSequentially('k');
    await expect(hint).toBeVisible();
    await expect(passwordField(page)).toHaveAccessibleDescription(
      /Use at least 6 characters; longer is better\. Common and stolen passwords aren’t accepted\./,
    );
    await passwordField(page).fill('');
    await expect(hint).toHaveCount(0);
    for (const [address, typed, error] of [
      ['no body@mail.example', {}, 'Please enter a valid email address'],
      [email, { password: 'k1th-' }, 'Password must be at least 6 characters'],
      [
        email,
        { password: 'correct horse battery staple' },
        'This password is on a list of passwords that were stolen from other websites. Please choose one that you don’t use anywhere else.',
      ],
      [email, { confirmation: 'something else' }, 'Passwords do not match'],
      [email, { referredBy: 'ada' }, 'Please enter a valid email address'],
    ] as const) {
      await fillSignUp(page, address, typed);
      await submitButton(page).click();
      await expect(page.locator('main .field-error:not(:empty)')).toHaveText(error);
    }
    await expect(submitButton(page)).toHaveText('Create Account');
    expect(calls).toEqual([]);
  });
  const failed = (text: string) =>
    expect(formNotice(page)).toHaveText(`Failed to create an account. ${text}`);
  await test.step('without the script of Firebase', async () => {
    await fillSignUp(page, email, { referredBy: 'ada@kithbook.example' });
    await submitButton(page).click();
    await failed(partMissingText);
    await page.unroute(sdk);
  });
  await test.step('an email that has an account, and leads to the login', async () => {
    const taken = await createAccount();
    await page.getByLabel('Email').fill(taken.email);
    await submitButton(page).click();
    await failed('An account with this email already exists.');
    await expect(page.getByLabel('Email')).toHaveValue(taken.email);
    for (const field of fields) await expect(field).toHaveValue(goodPassword);
    await expect(referrerField(page)).toHaveValue('ada@kithbook.example');
    await page.locator('main form').getByRole('link', { name: 'Sign in', exact: true }).click();
    await waitForPath(page, '/login');
    // The form loads its script with the first press.
    await page.getByLabel('Email').click();
    await expect(page.getByLabel('Email')).toHaveValue(taken.email);
    await expect(page).toHaveURL('/login');
  });
  await page.goto('/about');
  await page.goto('/signup');
  await fillSignUp(page, email);
  await test.step('no answer of Firebase', async () => {
    await page.route(firebaseCall('signUp'), (route) => route.abort());
    await submitButton(page).click();
    await failed(
      'The sign-in service cannot be reached. Please check your internet connection and try again.',
    );
    await page.unroute(firebaseCall('signUp'));
    expect(await countAccounts(email)).toBe(0);
  });
  const chosen = '  spaces ärë kept  ';
  await test.step('a pasted password with spaces, shown and hidden', async () => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), chosen);
    for (const field of fields) {
      await field.focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.press('ControlOrMeta+V');
      await expect(field).toHaveValue(chosen);
    }
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(passwordField(page)).toHaveAttribute('type', 'text');
    await expect(confirmationField(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(passwordField(page)).toHaveAttribute('type', 'password');
    await expect(page).toHaveURL('/signup');
  });
  await test.step('a double click creates one account', async () => {
    const held = await holdRequests(page, firebaseCall('signUp'));
    const width = await measureSubmitButton(page);
    await submitButton(page).dblclick();
    await expect(submitButton(page)).toHaveText('Creating account…');
    // A pageshow event without `persisted` is no return from the back/forward cache.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })));
    expect(await measureSubmitButton(page)).toBe(width);
    await submitButton(page).click({ force: true });
    held.release();
    await waitForPath(page, '/affiliate-application');
    expect(held.count()).toBe(1);
    expect(await countAccounts(email)).toBe(1);
    expect(await canSignIn(email, chosen)).toBe(true);
    expect(await canSignIn(email, chosen.trim())).toBe(false);
  });
  await test.step('Back skips the form', async () => {
    await page.goBack();
    await waitForPath(page, '/about');
  });
});
