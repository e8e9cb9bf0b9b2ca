import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { openSearch, rowButton, signInAdmin } from './admin-screen.ts';
import type { Rows, Sold } from './purchase-records.ts';
import { newAffiliate } from './records.ts';

/** The screen of the purchases. */
export const path = '/purchases-admin';

/** Two active affiliates of the test's own. */
export const newAffiliates = async (rows: Rows) =>
  [
    await newAffiliate(rows, { active: '2025-01-01T00:00:00Z' }),
    await newAffiliate(rows, { active: '2025-01-01T00:00:00Z' }),
  ] as const;

/** What the rows of the list say under a heading. */
export const listed = (page: Page, label = 'Buyer') =>
  page.getByRole('table', { name: 'Purchases' }).locator(`tbody [data-label="${label}"]`);
/** The purchase that is opened. */
export const panel = (page: Page) => page.locator('section.purchase-panel');
/** What its ledger entries say under a heading. */
export const entriesIn = (page: Page, label: string) =>
  panel(page).getByRole('table', { name: 'Ledger entries' }).locator(`tbody [data-label="${label}"]`);
/** The form that gives it to another affiliate. */
export const reattribution = (page: Page) => panel(page).locator('form.record-form');

/** Signs in an admin, and opens a purchase. */
export const open = async (page: Page, sold: Sold): Promise<void> => {
  await signInAdmin(page);
  await openSearch(page, path, sold.orderId);
  await rowButton(page, 'Open', sold.orderId).press('Enter');
  await expect(panel(page).getByText('Events of the payment provider')).toBeVisible();
};
