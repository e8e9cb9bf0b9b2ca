import { fixtures } from '../../api/database/fixtures.ts';
import {
  chooseRowAction,
  confirmDialog,
  deleteRow,
  insertAffiliate,
  openSearch,
  recordForm,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRow,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, offlineError } from '../page-helpers.ts';

const path = '/affiliate-admin';

test('admin deletes an affiliate after the question; a record with ledger entries is closed', async ({
  page,
  rows,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  allowConsoleErrors(offlineError);
  await signInAdmin(page);
  await test.step('Delete asks first, removes the record and closes its form', async () => {
    const affiliate = await insertAffiliate(rows);
    await openSearch(page, path, affiliate.tag);
    await chooseRowAction(page, 'Delete', affiliate.name);
    await expect(confirmDialog(page)).toHaveAccessibleName('Are you sure you want to delete this affiliate?');
    await expect(confirmDialog(page)).toHaveAccessibleDescription(
      `${affiliate.name} (${affiliate.code}), ${affiliate.email}.`,
    );
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmDialog(page)).toBeHidden();
    await expect(tableRow(page, affiliate.tag)).toBeVisible();
    await chooseRowAction(page, 'Edit', affiliate.name);
    await expect(recordForm(page).getByLabel('Name')).toHaveValue(affiliate.name);
    await deleteRow(page, affiliate.name);
    await expect(screenNotice(page)).toHaveText('Affiliate deleted successfully');
    await expect(page.getByText('No affiliates found')).toBeVisible();
    await expect(screenNotice(page)).toBeFocused();
    await expect(recordForm(page)).toHaveCount(0);
    expect(await rows('select id from affiliates where id = $1', [affiliate.id])).toEqual([]);
  });
  await test.step('an affiliate with ledger entries is closed and anonymized, and the question says so', async () => {
    const affiliate = await insertAffiliate(rows, { active: '2025-01-01T00:00:00Z' });
    await fixtures(rows).entry({ affiliate_id: affiliate.id });
    await openSearch(page, path, affiliate.tag);
    await chooseRowAction(page, 'Delete', affiliate.name);
    await expect(confirmDialog(page)).toContainText('The record is closed:');
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(screenNotice(page)).toHaveText('Affiliate deleted successfully');
    await expect(page.getByText('No affiliates found')).toBeVisible();
    await page.getByLabel('State').selectOption('Closed');
    await expect(tableCell(page, affiliate.code, 'Status')).toHaveText('Closed');
    await expect(tableRow(page, affiliate.code)).not.toContainText(affiliate.name);
    await expect(tableRow(page, affiliate.code).getByRole('button')).toHaveCount(0);
    expect(await rows('select name, email from affiliates where id = $1', [affiliate.id])).toEqual([
      { name: 'Closed account', email: null },
    ]);
  });
  await test.step('a failed deletion shows its reason and keeps the record', async () => {
    const affiliate = await insertAffiliate(rows);
    await openSearch(page, path, affiliate.tag);
    await rows('update affiliates set version = version + 1 where id = $1', [affiliate.id]);
    await deleteRow(page, affiliate.name);
    await expect(screenNotice(page)).toContainText('Failed to delete affiliate');
    await expect(screenNotice(page)).toContainText('Somebody else has changed this record.');
    await context.setOffline(true);
    await deleteRow(page, affiliate.name);
    await expect(screenNotice(page)).toHaveText(
      /^Failed to delete affiliate\s*Failed to fetch affiliates: The server cannot be reached\./,
    );
    await expect(tableRow(page, affiliate.tag)).toBeVisible();
    expect(await rows('select id from affiliates where id = $1', [affiliate.id])).toHaveLength(1);
  });
});
