import type { Page } from '@playwright/test';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import {
  cellOf,
  dialogOf,
  formOf,
  openSearch,
  rowButton,
  rowOf,
  saidOf,
  save,
  signInAdmin,
} from './admin-screen.ts';
import { looksRight } from '../looks-right.ts';
import { type Minted, newAffiliate, newCustomer } from './records.ts';

type Rows = Parameters<typeof newAffiliate>[0];

const longAgo = '2025-01-01T00:00:00Z';
const newLate = (rows: Rows): Promise<Minted> => newAffiliate(rows, { created: longAgo });

test.beforeEach(() => {
  test.slow();
});

test('/affiliate-admin has no accessibility violation: form refused, record edited, deletion asked about, import and failure shown', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newLate(rows);
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', one.tag);
  await save(page);
  await expect(formOf(page).locator('[aria-invalid=true]').first()).toBeFocused();
  await looksRight(page);
  await rowButton(page, 'Edit', one.name).click();
  await looksRight(page);
  await rowButton(page, 'Delete', one.name).click();
  await expect(dialogOf(page)).toBeVisible();
  await looksRight(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await formOf(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Import from a CSV file').click();
  await page.getByLabel('CSV file').setInputFiles({
    name: 'a.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,email\r\n,${one.email}\r\n`),
  });
  await expect(page.getByRole('table', { name: 'Rows to correct' })).toBeVisible();
  await page.route('**/api/affiliates/bulk', (route) => route.abort());
  await page.getByLabel(`Choose ${one.name}`).check();
  await page.getByRole('group').getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(saidOf(page)).toContainText('Error activating affiliate');
  await looksRight(page);
});

test('/customer-admin has no accessibility violation with a row and the form refused', async ({
  page,
  rows,
}) => {
  const one = await newCustomer(rows);
  await signInAdmin(page);
  await openSearch(page, '/customer-admin', one.tag);
  await expect(page.getByRole('rowheader', { name: one.name })).toBeVisible();
  await save(page);
  await expect(formOf(page).locator('[aria-invalid=true]').first()).toBeFocused();
  await looksRight(page);
});

const display = (page: Page, tag: string): Promise<string> =>
  rowOf(page, tag).evaluate((row) => getComputedStyle(row).display);

test('on a phone a row is a card that names each of its values, and the list still sorts', async ({
  page,
  rows,
}) => {
  const one = await newAffiliate(rows);
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', one.tag);
  expect(await display(page, one.tag)).toBe('table-row');
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await display(page, one.tag)).toBe('block');
  for (const label of ['Name', 'Email', 'Code', 'Status', 'Date Created', 'Actions']) {
    const cell = cellOf(page, one.tag, label);
    expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
      `"${label}"`,
    );
  }
  // Each cell is heard with the head of its own place.
  const cells = rowOf(page, one.tag).locator(':scope > *');
  await expect(page.getByRole('columnheader')).toHaveCount(await cells.count());
  const name = page.getByRole('columnheader', { name: 'Name' });
  await name.getByRole('button').click();
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
});
