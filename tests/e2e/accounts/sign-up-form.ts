import type { Page } from '@playwright/test';
import { password } from './provider.ts';
import { passwordField, submitButton } from './screens.ts';

export const confirmation = (page: Page) => passwordField(page, 'Confirm password');
export const referrer = (page: Page) => page.getByLabel('Referred by');

/** A password that is not among the common ones. */
export const goodPassword = `${password}-of-my-own`;

/** Fills in the sign-up form. */
export const fillSignUp = async (
  page: Page,
  email: string,
  typed: { readonly password?: string; readonly confirmation?: string; readonly referredBy?: string } = {},
): Promise<void> => {
  const chosen = typed.password ?? goodPassword;
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(chosen);
  await confirmation(page).fill(typed.confirmation ?? chosen);
  await referrer(page).fill(typed.referredBy ?? '');
};

/** Opens the sign-up screen, fills in its form and submits it. */
export const signUp = async (
  page: Page,
  email: string,
  typed: Parameters<typeof fillSignUp>[2] = {},
): Promise<void> => {
  await page.goto('/signup');
  await fillSignUp(page, email, typed);
  await submitButton(page).click();
};

/** The code that sign-up makes for an address: up to six of its letters and digits, and four digits. */
export const codeOf = (email: string): RegExp => {
  const [local = ''] = email.split('@');
  return new RegExp(
    `^${local
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 6)}\\d{4}$`,
  );
};
