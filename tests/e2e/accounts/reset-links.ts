import type { Page, Request } from '@playwright/test';
import { passwordField } from './screens.ts';

/** The form that sets the new password. */
export const newPassword = (page: Page) => passwordField(page, 'New password');
export const newConfirmation = (page: Page) => passwordField(page, 'Confirm new password');
export const setButton = (page: Page) => page.getByRole('button', { name: 'Set New Password' });

/** Fills in the new password twice, and sets it. */
export const setPassword = async (page: Page, typed: string, again = typed): Promise<void> => {
  await newPassword(page).fill(typed);
  await newConfirmation(page).fill(again);
  await setButton(page).click();
};

/** What a reset that cannot go on says. */
export const failureOf = (page: Page) => page.locator('main .notice[role=alert]');

/** The calls of the API behind a reset link. */
export const validating = '**/api/auth/validate-reset-token/**';
export const resetting = '**/api/auth/reset-password';

/** Watches a page's requests from now on; the answer gives every Referer that they carried. */
export const watchReferers = (page: Page): (() => Promise<string[]>) => {
  const requests: Request[] = [];
  page.on('request', (request) => {
    requests.push(request);
  });
  return async () => {
    const referers = await Promise.all(requests.map((request) => request.headerValue('referer')));
    return referers.filter((referer) => referer !== null);
  };
};
