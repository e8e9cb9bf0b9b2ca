import type { Page } from '@playwright/test';
import { signInAdmin } from '../admin/admin-screen.ts';
import { expect } from '../fixtures.ts';

export const path = '/user-profile-dashboard';
export const statistics = '**/api/user-profiles/admin/statistics';
export const list = '**/api/user-profiles?*';

export const alert = (page: Page) => page.locator('main .notice[role=alert]');
export const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
export const form = (page: Page) => page.getByRole('form', { name: 'Create Profile' });
export const said = (page: Page) => form(page).locator('.notice[role=status]');
export const create = (page: Page) => form(page).getByRole('button', { name: 'Create Profile' });
export const counter = (page: Page, label: string) =>
  page.locator('.counters > div').filter({ hasText: label }).locator('dd');
export const count = async (page: Page, label: string): Promise<number> =>
  Number((await counter(page, label).innerText()).replaceAll(',', ''));
export const refresh = (page: Page) => page.getByRole('button', { name: /^Refresh/ });

export const openDashboard = async (page: Page): Promise<void> => {
  await signInAdmin(page);
  await page.goto(path);
  await expect(create(page)).toBeVisible();
};
