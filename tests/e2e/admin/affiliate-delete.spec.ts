import { fixtures } from '../../api/database/fixtures.ts';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import {
  cellOf,
  dialogOf,
  formOf,
  noAnswer,
  openSearch,
  rowButton,
  rowOf,
  saidOf,
  signInAdmin,
} from './admin-screen.ts';
import { newAffiliate } from './records.ts';

const path = '/affiliate-admin';

test('an admin deletes affiliates: Cancel keeps the record, a failure is said, and one in the ledger is closed', async ({
  page,
  rows,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  allowConsoleErrors(noAnswer);
  await signInAdmin(page);
  await test.step('Delete asks first, removes the record and empties the form that showed it', async () => {
    const one = await newAffiliate(rows);
    await openSearch(page, path, one.tag);
    await rowButton(page, 'Delete', one.name).click();
    await expect(dialogOf(page)).toHaveAccessibleName('Are you sure you want to delete this affiliate?');
    await expect(dialogOf(page)).toHaveAccessibleDescription(`${one.name} (${one.code}), ${one.email}.`);
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(rowOf(page, one.tag)).toBeVisible();
    await rowButton(page, 'Edit', one.name).click();
    await expect(formOf(page).getByLabel('Name')).toHaveValue(one.name);
    await rowButton(page, 'Delete', one.name).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(saidOf(page)).toHaveText('Affiliate deleted successfully');
    await expect(page.getByText('No affiliates found')).toBeVisible();
    await expect(saidOf(page)).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Create an affiliate' })).toBeVisible();
    await expect(formOf(page).getByLabel('Name')).toHaveValue('');
    expect(await rows('select id from affiliates where id = $1', [one.id])).toEqual([]);
  });
  await test.step('an affiliate in the ledger is closed and made anonymous, and the question says so', async () => {
    const one = await newAffiliate(rows, { active: '2025-01-01T00:00:00Z' });
    await fixtures(rows).entry({ affiliate_id: one.id });
    await openSearch(page, path, one.tag);
    await rowButton(page, 'Delete', one.name).click();
    await expect(dialogOf(page)).toContainText('The record is closed:');
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(saidOf(page)).toHaveText('Affiliate deleted successfully');
    await expect(page.getByText('No affiliates found')).toBeVisible();
    await page.getByLabel('State').selectOption('Closed');
    await expect(cellOf(page, one.code, 'Status')).toHaveText('Closed');
    await expect(rowOf(page, one.code)).not.toContainText(one.name);
    await expect(rowOf(page, one.code).getByRole('button')).toHaveCount(0);
    expect(await rows('select name, email from affiliates where id = $1', [one.id])).toEqual([
      { name: 'Closed account', email: null },
    ]);
  });
  await test.step('a deletion that fails says so, and the record stays', async () => {
    const one = await newAffiliate(rows);
    await openSearch(page, path, one.tag);
    await rows('update affiliates set version = version + 1 where id = $1', [one.id]);
    await rowButton(page, 'Delete', one.name).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(saidOf(page)).toContainText('Failed to delete affiliate');
    await expect(saidOf(page)).toContainText('Somebody else has changed this record.');
    await context.setOffline(true);
    await rowButton(page, 'Delete', one.name).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(saidOf(page)).toHaveText(
      /^Failed to delete affiliate\s*Failed to fetch affiliates: The server cannot be reached\./,
    );
    await expect(rowOf(page, one.tag)).toBeVisible();
    expect(await rows('select id from affiliates where id = $1', [one.id])).toHaveLength(1);
  });
});
