import type { Page } from '@playwright/test';
import {
  confirmationField,
  goodPassword,
  newConfirmationField,
  newPasswordField,
  passwordField,
  referrerField,
  submitButton,
} from './account-screens.ts';
import {
  createAccount,
  createResetCode,
  password,
  sampleAccounts,
  uniqueEmail,
} from './firebase-accounts.ts';
import { expect, test } from '../fixtures.ts';
import { waitForPath } from '../page-helpers.ts';

/** Presses Tab in the main part and returns the names of the focused elements. */
async function tabThrough(page: Page, steps: number): Promise<string[]> {
  await page.locator('main').focus();
  const names: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const element = document.activeElement;
        const [label] = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
        const ring = element && getComputedStyle(element).outlineStyle !== 'none';
        return `${ring ? '' : 'without outline: '}${(label ?? element)?.textContent.trim() ?? ''}`;
      }),
    );
  }
  return names;
}

const showButton = 'Show password';
const signUpStops = [
  ...['Email', 'Password', showButton, 'Confirm password', 'Show confirm password'],
  ...['Referred by (optional)', 'Create Account'],
];

test('Tab reaches the fields of the account forms in order, and the first wrong field has the focus', async ({
  page,
}) => {
  await test.step('Tab reaches each field and button in order, with an outline', async () => {
    for (const [path, names] of [
      ['/signup', signUpStops],
      ['/forgot-password', ['Email', 'Send Reset Link', 'Back to Login']],
      ['/login', ['Email', 'Password', showButton, 'Sign In', 'Forgot your password?']],
    ] as const) {
      await page.goto(path);
      await expect(submitButton(page)).toHaveAttribute('aria-busy', 'false');
      expect(await tabThrough(page, names.length)).toEqual(names);
    }
    await passwordField(page).fill(password);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(passwordField(page)).toHaveAttribute('type', 'text');
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused();
  });
  await test.step('the errors of /signup belong to their fields', async () => {
    await page.goto('/signup');
    await referrerField(page).fill('ada');
    await confirmationField(page).fill('another');
    await submitButton(page).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectTiedError(page, 'Email', 'Email is required');
    await expectTiedError(page, 'Password', 'Password is required');
    await expectTiedError(page, 'Confirm password', 'Passwords do not match');
    await expect(referrerField(page)).toHaveAccessibleDescription(/Please enter a valid email address/);
  });
  await test.step('the first wrong field has the focus', async () => {
    await referrerField(page).fill('');
    await page.getByLabel('Email').fill(uniqueEmail());
    await passwordField(page).fill(goodPassword);
    await confirmationField(page).fill('another');
    await passwordField(page).press('Enter');
    await expect(confirmationField(page)).toBeFocused();
  });
  await test.step('the errors of the other forms belong to their fields', async () => {
    await page.goto('/login');
    await submitButton(page).click();
    await expectTiedError(page, 'Email', 'Email is required');
    await expectTiedError(page, 'Password', 'Password is required');
    await page.goto('/forgot-password');
    await submitButton(page).click();
    await expectTiedError(page, 'Email', 'Email is required');
    const { email } = await createAccount();
    await page.goto(`/set-new-password?token=${await createResetCode(email)}`);
    await newPasswordField(page).fill('short');
    await newConfirmationField(page).fill('short');
    await submitButton(page).click();
    await expect(newPasswordField(page)).toBeFocused();
    await expectTiedError(page, 'New password', 'Password must be at least 6 characters long.');
  });
  await test.step('a visitor creates an account by keyboard alone', async () => {
    const email = uniqueEmail();
    await page.goto('/signup');
    await page.getByLabel('Email').focus();
    for (const stop of [email, goodPassword, 'Show', goodPassword, 'Show', sampleAccounts.ada]) {
      if (stop !== 'Show') await page.keyboard.type(stop);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await waitForPath(page, '/affiliate-application');
  });
});

/** Expects that a field exposes its error to screen readers, and drops it after the next input. */
async function expectTiedError(page: Page, label: string, error: string): Promise<void> {
  const field = passwordField(page, label);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(error.replaceAll('.', '\\.')));
  await field.fill('something else');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(field).not.toHaveAccessibleDescription(new RegExp(error.replaceAll('.', '\\.')));
}
