import type { Page } from '@playwright/test';
import { unique } from '../../api/factories.ts';
import {
  insertAffiliate,
  openNewForm,
  openSearch,
  recordForm,
  saveForm,
  signInAdmin,
  tableRows,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

function importPanel(page: Page) {
  return page.locator('details.disclosure');
}

function rejectedRows(page: Page) {
  return page.getByRole('table', { name: 'Rows to correct' }).locator('tbody tr');
}

function importButton(page: Page) {
  return importPanel(page).getByRole('button', { name: /^Import \d/ });
}

/** Opens the import as an admin, beside the list of the affiliates with a tag. */
async function openImport(page: Page, tag: string): Promise<void> {
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', tag);
  await openNewForm(page);
  await importPanel(page).getByText('Import from a CSV file').click();
}

function chooseFile(
  page: Page,
  lines: readonly string[],
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<void> {
  return page.getByLabel('CSV file').setInputFiles({
    name: 'affiliates.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\r\n')}\r\n`, encoding),
  });
}

test('admin imports affiliates from a corrected CSV file; a lost answer loses nothing', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const taken = await insertAffiliate(rows);
  const { tag } = taken;
  await test.step('bad rows are listed with their reasons; the corrected file is imported', async () => {
    await openImport(page, tag);
    await saveForm(page);
    await expect(importPanel(page)).toContainText('date_activated (as 2025-08-31)');
    const good = [`One,${tag}1@mail.example,${tag}1,,2025-02-01`, `"Two, too",${tag}2@mail.example,,,`];
    await chooseFile(page, [
      'name,email,code,referred_by,date_activated',
      ...good,
      `,${tag}3@mail.example,,,`,
      'Four,nobody,,,',
      `Five,${taken.email},,,`,
    ]);
    await expect(importPanel(page)).toContainText('2 of 5 rows can be imported.');
    await expect(rejectedRows(page)).toHaveText([
      '4nameName is required',
      '5emailPlease enter a valid email address',
      '6emailAn affiliate with this email already exists.',
    ]);
    await expect(importButton(page)).toHaveCount(0);
    await expect(recordForm(page).locator('[aria-invalid=true]').first()).toBeVisible();

    await chooseFile(page, ['name,email,code,referred_by,date_activated,Phone,Notes', ...good]);
    await expect(importPanel(page)).toContainText(
      '2 of 2 rows can be imported. Columns ignored: Phone, Notes.',
    );
    await expect(importButton(page)).toHaveText('Import 2 affiliates');
    await importButton(page).dblclick();
    await expect(importPanel(page)).toContainText('2 affiliates imported');
    await expect(tableRows(page)).toHaveCount(3);
  });
  await test.step('a file in another encoding is refused with the reason', async () => {
    const file = ['name,email,code,referred_by,date_activated', `José Núñez,${unique()}@mail.example,,,`];
    await chooseFile(page, file, 'latin1');
    await expect(importPanel(page).locator('.notice')).toHaveText(
      'The file isn’t in UTF-8, so special characters would be lost. Save it as CSV UTF-8, then choose it again.',
    );
    await expect(importButton(page)).toHaveCount(0);
    await chooseFile(page, file);
    await expect(importPanel(page)).toContainText('1 of 1 row can be imported.');
  });
  await test.step('after a lost answer the list shows the import, and the file stays checked', async () => {
    await chooseFile(page, ['name,email,code,referred_by,date_activated', `Three,${tag}3@mail.example,,,`]);
    await expect(importButton(page)).toBeVisible();
    await page.route('**/api/affiliates/import', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await importButton(page).click();
    await expect(tableRows(page)).toHaveCount(4);
    await expect(importPanel(page)).toContainText('The server cannot be reached.');
    await expect(importButton(page)).toHaveText('Import 1 affiliate');
  });
});
