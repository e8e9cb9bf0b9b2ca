import type { Page } from '@playwright/test';
import {
  chooseRowAction,
  confirmDialog,
  insertAffiliate,
  openNewForm,
  openSearch,
  recordForm,
  rowMenu,
  saveForm,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRow,
  type TestRecord,
} from './admin-screen.ts';
import { expectAccessible, expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

type Rows = Parameters<typeof insertAffiliate>[0];

const longAgo = '2025-01-01T00:00:00Z';
function insertOverdueAffiliate(rows: Rows): Promise<TestRecord> {
  return insertAffiliate(rows, { created: longAgo });
}

test.beforeEach(() => {
  test.slow();
});

test('/affiliate-admin has no accessibility violation, and on a phone each row is a card', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const affiliate = await insertOverdueAffiliate(rows);
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', affiliate.tag);
  await rowMenu(page, affiliate.name).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openNewForm(page);
  await saveForm(page);
  await expect(recordForm(page).locator('[aria-invalid=true]').first()).toBeFocused();
  await expectAccessibleOnPhone(page);
  await chooseRowAction(page, 'Edit', affiliate.name);
  await chooseRowAction(page, 'Delete', affiliate.name);
  await expect(confirmDialog(page)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await recordForm(page).getByRole('button', { name: 'Cancel' }).click();
  await openNewForm(page);
  await page.getByText('Import from a CSV file').click();
  await page.getByLabel('CSV file').setInputFiles({
    name: 'a.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,email\r\n,${affiliate.email}\r\n`),
  });
  await expect(page.getByRole('table', { name: 'Rows to correct' })).toBeVisible();
  await page.route('**/api/affiliates/bulk', (route) => route.abort());
  await page.getByLabel(`Select ${affiliate.name}`).check();
  await page.getByRole('group').getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(screenNotice(page)).toContainText('Error activating affiliate');
  await expectAccessibleOnPhone(page);
  await test.step('on a phone a row is a card that names its values, and the list still sorts', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await rowDisplay(page, affiliate.tag)).toBe('table-row');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await rowDisplay(page, affiliate.tag)).toBe('block');
    for (const label of ['Name', 'Email', 'Code', 'Status', 'Date Created', 'Actions']) {
      const cell = tableCell(page, affiliate.tag, label);
      expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
        `"${label}"`,
      );
    }
    // Screen readers need one column header for each cell.
    const cells = tableRow(page, affiliate.tag).locator(':scope > *');
    await expect(page.getByRole('columnheader')).toHaveCount(await cells.count());
    const name = page.getByRole('columnheader', { name: 'Name' });
    await name.getByRole('button', { name: 'Name' }).click();
    await expect(name).toHaveAttribute('aria-sort', 'ascending');
  });
});

function rowDisplay(page: Page, tag: string): Promise<string> {
  return tableRow(page, tag).evaluate((row) => getComputedStyle(row).display);
}
