import type { Page } from '@playwright/test';
import {
  chooseRowAction,
  confirmDialog,
  expectLeaveQuestion,
  insertAffiliate,
  openNewForm,
  openSearch,
  recordForm,
  saveForm,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRow,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests, offlineError } from '../page-helpers.ts';

const newEmailHint = 'Changing the email unlinks this record from its login and clears the payment email.';
function formField(page: Page, label: string) {
  return recordForm(page).getByLabel(label);
}

async function fillForm(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await formField(page, label).fill(value);
}

test('admin creates and edits an affiliate: fields are validated, a double click saves once, a late answer changes no other form, and a newer record is a conflict that keeps the typed text', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(offlineError);
  allowConsoleErrors(failedRequest);
  const affiliate = await insertAffiliate(rows, { end: 'a' });
  const { tag } = affiliate;
  const otherAffiliate = await insertAffiliate(rows, { tag, end: 'b' });
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', tag);
  await test.step('a new affiliate needs name, email and code, and is saved once', async () => {
    await openNewForm(page);
    await expect(page.getByRole('heading', { name: 'Create an affiliate' })).toBeVisible();
    await saveForm(page);
    await expect(formField(page, 'Name')).toBeFocused();
    await expect(formField(page, 'Name')).toHaveAccessibleDescription('Name is required');
    await expect(formField(page, 'Email')).toHaveAccessibleDescription('Email is required');
    await expect(formField(page, 'Affiliate code')).toHaveAccessibleDescription('Code is required');
    await fillForm(page, { Name: 'A', Email: 'nobody', 'Affiliate code': 'a', 'Referred by': 'nobody' });
    await saveForm(page);
    for (const label of ['Email', 'Referred by'])
      await expect(formField(page, label)).toHaveAccessibleDescription('Please enter a valid email address');
    await fillForm(page, { Name: `New ${tag}`, Email: otherAffiliate.email.toUpperCase() });
    await fillForm(page, {
      'Affiliate code': `${tag}N`.toUpperCase(),
      'Referred by': 'ada@kithbook.example',
    });
    await saveForm(page);
    await expect(screenNotice(page)).toHaveText('An affiliate with this email already exists.');

    const email = `${tag}n@mail.example`;
    await fillForm(page, { Email: email });
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
    await expect(tableRow(page, email)).toContainText('ada@kithbook.example');
    await expect(tableCell(page, email, 'Code')).toHaveText(`${tag}n`);
    await expect(tableCell(page, email, 'Status')).toHaveText('Not Activated');
    const [created, ...more] = await rows(
      "select name, code, to_char(date_created at time zone 'UTC', 'FMMM/FMDD/YYYY') as day from affiliates where email = $1",
      [email],
    );
    expect(more).toEqual([]);
    expect(created).toMatchObject({ name: `New ${tag}`, code: `${tag}n` });
    await expect(tableCell(page, email, 'Date Created')).toHaveText(String(created?.day));
  });
  await test.step('Edit fills the form and shows the code read-only, leaving it asks first, and Cancel closes it', async () => {
    await chooseRowAction(page, 'Edit', affiliate.name);
    await expect(page.getByRole('heading', { name: `Edit ${affiliate.name}` })).toBeVisible();
    await expect(formField(page, 'Name')).toHaveValue(affiliate.name);
    await expect(formField(page, 'Email')).toHaveValue(affiliate.email);
    const code = formField(page, 'Affiliate code');
    await expect(code).toHaveValue(affiliate.code);
    await expect(code).toBeDisabled();
    await expect(code).toHaveAccessibleDescription('The affiliate code cannot be changed once created.');
    await expect(formField(page, 'Email')).toHaveAccessibleDescription(newEmailHint);
    await expect(page.getByRole('link', { name: 'Change history' })).toHaveAttribute(
      'href',
      `/audit-log?q=${affiliate.id}`,
    );
    await fillForm(page, { Name: 'Not to be kept' });
    await expectLeaveQuestion(page);
    await chooseRowAction(page, 'Edit', affiliate.name);
    await expect(confirmDialog(page)).toHaveAccessibleName('Edit another record and discard your changes?');
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(formField(page, 'Name')).toHaveValue('Not to be kept');
    await recordForm(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(recordForm(page)).toHaveCount(0);
    await openNewForm(page);
    for (const label of ['Name', 'Email', 'Affiliate code', 'Referred by'])
      await expect(formField(page, label)).toHaveValue('');
    await expect(code).toBeEnabled();
  });
  await test.step('a late answer to Save changes no other form', async () => {
    const held = await holdRequests(page, '**/api/affiliates/*', 'PUT');
    await chooseRowAction(page, 'Edit', affiliate.name);
    await fillForm(page, { Name: `Changed ${tag}` });
    await recordForm(page).getByLabel('Activated').check();
    await saveForm(page);
    await chooseRowAction(page, 'Edit', otherAffiliate.name);
    await confirmDialog(page).getByRole('button', { name: 'Edit' }).click();
    await fillForm(page, { Name: 'Still being typed' });
    held.release();
    await expect(screenNotice(page)).toHaveText('Affiliate updated successfully');
    await expect(page.getByRole('heading', { name: `Edit ${otherAffiliate.name}` })).toBeVisible();
    await expect(formField(page, 'Name')).toHaveValue('Still being typed');
    await expect(tableCell(page, affiliate.email, 'Name')).toHaveText(`Changed ${tag}`);
    await expect(tableCell(page, affiliate.email, 'Status')).toContainText('Active since');
    await recordForm(page).getByRole('button', { name: 'Cancel' }).click();
    await page.unrouteAll();
  });
  await test.step('another admin changes the affiliate of an open form: the save is a conflict, keeps the typed text, and the record can be reloaded', async () => {
    const { id, name } = otherAffiliate;
    await chooseRowAction(page, 'Edit', name);
    await rows(
      "update affiliates set name = $2, referred_by = 'ada@kithbook.example', date_activated = now(), version = version + 1 where id = $1",
      [id, `First ${tag}`],
    );
    await fillForm(page, { Name: `Second ${tag}` });
    await saveForm(page);
    await expect(screenNotice(page)).toHaveText(
      'Somebody else has changed this record. Reload it, then make your change again.',
    );
    await expect(formField(page, 'Name')).toHaveValue(`Second ${tag}`);
    await expect(tableRow(page, `First ${tag}`)).toBeVisible();
    expect(await rows('select name from affiliates where id = $1', [id])).toEqual([{ name: `First ${tag}` }]);
    // The reloaded record replaces the fields, and the form takes the focus.
    const reload = page.getByRole('button', { name: 'Reload the record, discard my changes' });
    await reload.press('Enter');
    await expect(screenNotice(page)).toHaveText(
      'The record was reloaded. Make your change again, then save.',
    );
    await expect(reload).toHaveCount(0);
    await expect(page.getByRole('region', { name: `Edit First ${tag}` })).toBeFocused();
    await expect(formField(page, 'Name')).toHaveValue(`First ${tag}`);
    await expect(formField(page, 'Referred by')).toHaveValue('ada@kithbook.example');
    await expect(formField(page, 'Activated')).toBeChecked();
    await fillForm(page, { Name: `Second ${tag}` });
    await formField(page, 'Name').press('Enter');
    await expect(screenNotice(page)).toHaveText('Affiliate updated successfully');
    expect(
      await rows(
        'select name, referred_by, date_activated is not null as active from affiliates where id = $1',
        [id],
      ),
    ).toEqual([{ name: `Second ${tag}`, referred_by: 'ada@kithbook.example', active: true }]);
  });
});
