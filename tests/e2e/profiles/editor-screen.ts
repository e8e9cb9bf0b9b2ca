import type { Page } from '@playwright/test';
import { signInAdmin } from '../admin/admin-screen.ts';
import { expect } from '../fixtures.ts';

export const path = '/user-profile-admin';
export const withId = (id: string): string => `${path}?${new URLSearchParams({ id }).toString()}`;
export const reading = '**/api/user-profiles?id=*';
export const writing = '**/user-profiles/user/**';

export const alert = (page: Page) => page.locator('main .notice[role=alert]');
export const opening = (page: Page) => page.locator('main .notice[data-kind=info]');
export const editor = (page: Page) => page.locator('.profile-editor');
export const said = (page: Page) => editor(page).locator('.record-form + .notice');
const form = (page: Page) => editor(page).locator('.record-form');
export const field = (page: Page, label: string) => form(page).getByLabel(label);
export const button = (page: Page, name: string) => editor(page).getByRole('button', { name });
export const save = (page: Page) => form(page).locator('[type=submit]');
export const badge = (page: Page) => editor(page).getByText('Unsaved changes');

export const openEditor = async (page: Page, id: string): Promise<void> => {
  await signInAdmin(page);
  await page.goto(withId(id));
  await expect(field(page, 'User ID')).toHaveValue(id);
};

/** A picture that exists nowhere else. */
export const svg = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
};
