import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { newAccount, newEmail, password, resetCode, seeded } from './provider.ts';
import { newConfirmation, newPassword } from './reset-links.ts';
import { arrives, passwordField, submitButton } from './screens.ts';
import { confirmation, goodPassword, referrer } from './sign-up-form.ts';

/** The names of what the Tab key reaches in the main part, in its order, from its beginning. */
const walk = async (page: Page, steps: number): Promise<string[]> => {
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
};

const show = 'Show password';
const signUpStops = [
  ...['Email', 'Password', show, 'Confirm password', 'Show confirm password'],
  ...['Referred by (optional)', 'Create Account'],
];

test('the forms are walked through by keyboard in the order of the screen; errors are tied to their fields, and the first has the focus', async ({
  page,
}) => {
  await test.step('Tab reaches each field and button in order, outlined', async () => {
    for (const [path, names] of [
      ['/signup', signUpStops],
      ['/forgot-password', ['Email', 'Send Reset Link', 'Back to Login']],
      ['/login', ['Email', 'Password', show, 'Sign In', 'Forgot your password?']],
    ] as const) {
      await page.goto(path);
      await expect(submitButton(page)).toHaveAttribute('aria-busy', 'false');
      expect(await walk(page, names.length)).toEqual(names);
    }
    await passwordField(page).fill(password);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(passwordField(page)).toHaveAttribute('type', 'text');
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused();
  });
  await test.step('the errors of /signup are tied to their fields', async () => {
    await page.goto('/signup');
    await referrer(page).fill('ada');
    await confirmation(page).fill('another');
    await submitButton(page).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await isTied(page, 'Email', 'Email is required');
    await isTied(page, 'Password', 'Password is required');
    await isTied(page, 'Confirm password', 'Passwords do not match');
    await expect(referrer(page)).toHaveAccessibleDescription(/Please enter a valid email address/);
  });
  await test.step('the focus is at the first field that is wrong', async () => {
    await referrer(page).fill('');
    await page.getByLabel('Email').fill(newEmail());
    await passwordField(page).fill(goodPassword);
    await confirmation(page).fill('another');
    await passwordField(page).press('Enter');
    await expect(confirmation(page)).toBeFocused();
  });
  await test.step('the errors of the other forms are tied to their fields', async () => {
    await page.goto('/login');
    await submitButton(page).click();
    await isTied(page, 'Email', 'Email is required');
    await isTied(page, 'Password', 'Password is required');
    await page.goto('/forgot-password');
    await submitButton(page).click();
    await isTied(page, 'Email', 'Email is required');
    const { email } = await newAccount();
    await page.goto(`/set-new-password?token=${await resetCode(email)}`);
    await newPassword(page).fill('short');
    await newConfirmation(page).fill('short');
    await submitButton(page).click();
    await expect(newPassword(page)).toBeFocused();
    await isTied(page, 'New password', 'Password must be at least 6 characters long.');
  });
});

test('an account is made by keyboard alone', async ({ page }) => {
  const email = newEmail();
  await page.goto('/signup');
  await page.getByLabel('Email').focus();
  for (const stop of [email, goodPassword, 'Show', goodPassword, 'Show', seeded.ada]) {
    if (stop !== 'Show') await page.keyboard.type(stop);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await arrives(page, '/affiliate-application');
});

/** A field with an error says so to those who hear it, and nothing of it once it is mended. */
const isTied = async (page: Page, label: string, error: string): Promise<void> => {
  const field = passwordField(page, label);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(error.replaceAll('.', '\\.')));
  await field.fill('something else');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(field).not.toHaveAccessibleDescription(new RegExp(error.replaceAll('.', '\\.')));
};
