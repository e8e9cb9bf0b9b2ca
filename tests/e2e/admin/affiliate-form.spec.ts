import type { Page } from '@playwright/test';
import {
  chooseRowAction,
  confirmDialog,
  expectLeaveQuestion,
  insertAffiliate,
  openNewForm,
  openSearch,
  recordForm,
  rowButton,
  saveForm,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRow,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, offlineError } from '../page-helpers.ts';

function formField(page: Page, label: string) {
  return recordForm(page).getByLabel(label);
}

function formSection(page: Page) {
  return page.locator('main section').filter({ has: recordForm(page) });
}

async function fillForm(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await formField(page, label).fill(value);
}

test('admin creates and edits an affiliate by keyboard; a newer record is a conflict', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(offlineError);
  allowConsoleErrors(failedRequest);
  const active = await insertAffiliate(rows, { active: '2025-08-01T00:00:00Z' });
  const { tag } = active;
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', tag);
  await test.step('a new affiliate needs a name, and is saved once; its form takes and returns the focus', async () => {
    const add = page.getByRole('button', { name: 'Add affiliate' });
    await add.press('Enter');
    await expect(formSection(page)).toBeFocused();
    await expect(formSection(page)).toHaveAccessibleName('Create an affiliate');
    await saveForm(page);
    await expect(formField(page, 'Name')).toBeFocused();
    await expect(formField(page, 'Name')).toHaveAccessibleDescription('Name is required');
    const email = `${tag}n@mail.example`;
    await fillForm(page, {
      Name: `New ${tag}`,
      Email: email,
      'Affiliate code': `${tag}N`.toUpperCase(),
      'Referred by': 'ada@kithbook.example',
    });
    await context.setOffline(true);
    await saveForm(page);
    await expect(screenNotice(page)).toHaveText('Failed to save affiliate');
    await expect(formField(page, 'Name')).toHaveValue(`New ${tag}`);
    await context.setOffline(false);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/affiliates')) posts.push(request.url());
    });
    await recordForm(page).getByRole('button', { name: 'Save' }).dblclick();
    await expect(screenNotice(page)).toHaveText('Affiliate created successfully');
    expect(posts).toHaveLength(1);
    await expect(recordForm(page)).toHaveCount(0);
    await expect(add).toBeFocused();
    await expect(tableRow(page, email)).toContainText('ada@kithbook.example');
    await expect(tableCell(page, email, 'Code')).toHaveText(`${tag}n`);
    await expect(tableCell(page, email, 'Status')).toHaveText('Not Activated');
  });
  await test.step('Edit fills the form, leaving it asks first, and Cancel closes it', async () => {
    const edit = rowButton(page, 'Edit', active.name);
    await edit.press('Enter');
    await expect(formSection(page)).toBeFocused();
    await expect(formSection(page)).toHaveAccessibleName(`Edit ${active.name}`);
    await expect(formField(page, 'Name')).toHaveValue(active.name);
    await expect(formField(page, 'Email')).toHaveValue(active.email);
    const code = formField(page, 'Affiliate code');
    await expect(code).toHaveValue(active.code);
    await expect(code).toBeDisabled();
    await expect(formField(page, 'Email')).toHaveAccessibleDescription(
      'Changing the email unlinks this record from its account and clears the payment email.',
    );
    await expect(page.getByRole('link', { name: 'Change history' })).toHaveAttribute(
      'href',
      `/audit-log?q=${active.id}`,
    );
    await fillForm(page, { Name: 'Not to be kept' });
    await expectLeaveQuestion(page);
    await edit.click();
    await expect(confirmDialog(page)).toHaveAccessibleName('Edit another record and discard your changes?');
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(formField(page, 'Name')).toHaveValue('Not to be kept');
    await recordForm(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(recordForm(page)).toHaveCount(0);
    await expect(edit).toBeFocused();
    await openNewForm(page);
    for (const label of ['Name', 'Email', 'Affiliate code'])
      await expect(formField(page, label)).toHaveValue('');
    await expect(code).toBeEnabled();
  });
  await test.step('another admin changes the affiliate of the open form', async () => {
    await chooseRowAction(page, 'Edit', active.name);
    await fillForm(page, { Name: 'Still being typed' });
    await rows('update affiliates set name = $2, version = version + 1 where id = $1', [
      active.id,
      `First ${tag}`,
    ]);
    await saveForm(page);
    await expect(screenNotice(page)).toHaveText(
      'Somebody else has changed this record. Reload it, then make your change again.',
    );
    await expect(formField(page, 'Name')).toHaveValue('Still being typed');
    await expect(tableRow(page, `First ${tag}`)).toBeVisible();
    // The reloaded record replaces the fields, and the form takes the focus.
    const reload = page.getByRole('button', { name: 'Reload the record and discard my changes' });
    await reload.press('Enter');
    await expect(screenNotice(page)).toHaveText(
      'The record was reloaded. Make your change again, then save.',
    );
    await expect(reload).toHaveCount(0);
    await expect(page.getByRole('region', { name: `Edit First ${tag}` })).toBeFocused();
    await expect(formField(page, 'Name')).toHaveValue(`First ${tag}`);
    await fillForm(page, { Name: `Second ${tag}` });
    await formField(page, 'Name').press('Enter');
    await expect(screenNotice(page)).toHaveText('Affiliate updated successfully');
    await expect(rowButton(page, 'Edit', `Second ${tag}`)).toBeFocused();
  });
});
