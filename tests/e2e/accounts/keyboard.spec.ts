import type { Page } from '@playwright/test';
import {
  confirmationField,
  goodPassword,
  passwordField,
  referrerField,
  submitButton,
} from './account-screens.ts';
import { uniqueEmail } from './firebase-accounts.ts';
import { expectAccessible } from '../expect-accessible.ts';
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

const signUpStops = [
  'Email',
  'Password',
  'Show password',
  'Confirm password',
  'Show confirm password',
  'Referred by (optional)',
  'Create Account',
];

test('Tab reaches the fields in order, and an error is tied to its field', async ({ page }) => {
  await test.step('the errors of the form', async () => {
    await page.goto('/signup');
    await expect(submitButton(page)).toHaveAttribute('aria-busy', 'false');
    expect(await tabThrough(page, signUpStops.length)).toEqual(signUpStops);
    await referrerField(page).fill('ada');
    await confirmationField(page).fill('another');
    await submitButton(page).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectAccessible(page);
    await expectTiedError(page, 'Confirm password', 'Passwords do not match');
  });
  await test.step('the first wrong field has the focus, and the corrected one creates the account by keyboard', async () => {
    await referrerField(page).fill('');
    await page.getByLabel('Email').fill(uniqueEmail());
    await passwordField(page).fill(goodPassword);
    await confirmationField(page).fill('another');
    await passwordField(page).press('Enter');
    await expect(confirmationField(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(goodPassword);
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
