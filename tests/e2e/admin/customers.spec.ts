import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseCsv } from '../../../src/shared/csv.ts';
import { unique } from '../../api/factories.ts';
import {
  chooseRowAction,
  confirmDialog,
  confirmInDialog,
  deleteRow,
  insertCustomer,
  openNewForm,
  recordForm,
  rowButton,
  rowMenu,
  saveForm,
  screenNotice,
  searchFor,
  signInAdmin,
  tableCell,
  tableRow,
  tableRows,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

const path = '/customer-admin';
function formField(page: Page, label: string) {
  return recordForm(page).getByLabel(label);
}

function nameCells(page: Page) {
  return tableRows(page).locator('[data-label="Name"]');
}

function columnHeader(page: Page, name: string) {
  return page.getByRole('columnheader', { name });
}

test('admin searches, sorts and exports the customers, and creates, edits and deletes one: a failed save keeps the typed text, and a newer record is kept', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const b = await insertCustomer(rows, { end: 'b' });
  const a = await insertCustomer(rows, { tag: b.tag, end: 'a' });
  const { tag } = b;
  await signInAdmin(page);
  await test.step('the list loads, and sorts with a name and an email of maximum length', async () => {
    const hosts = ['h', 'o', 's', 't'].map((letter) => letter.repeat(40)).join('.');
    const email = `${tag}z${'m'.repeat(63 - tag.length)}@${hosts}.example`;
    await rows('insert into customers (id, name, email) values (gen_random_uuid(), $1, $2)', [
      'W'.repeat(100),
      email,
    ]);
    const held = await holdRequests(page, '**/api/customers?*');
    await page.goto(`${path}?q=${tag}`);
    await expect(page.getByText('Loading customers...')).toBeVisible();
    held.release();
    await expect(page.getByText('1–3 of 3')).toBeVisible();
    await expect(columnHeader(page, 'Created')).toBeInViewport({ ratio: 1 });
    const list = page.locator('.table-list');
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await columnHeader(page, 'Email').getByRole('button').click();
    await expect(columnHeader(page, 'Email')).toHaveAttribute('aria-sort', 'ascending');
    await expect(nameCells(page)).toHaveText([a.name, b.name, 'W'.repeat(100)]);
    await expect(page).toHaveURL(`${path}?q=${tag}&sort=email`);
  });
  await test.step('the export has the found customers, and Export personal data the data of one', async () => {
    const exporting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const list = await exporting;
    expect(list.suggestedFilename()).toMatch(/^customers-\d{4}-\d{2}-\d{2}\.csv$/);
    const [header, ...lines] = parseCsv(await readFile(await list.path(), 'utf8')) ?? [];
    expect(header).toEqual(['name', 'email', 'created_at']);
    expect(lines.map(([, email]) => email)).toEqual([a.email, b.email, expect.stringContaining(`${tag}zm`)]);
    const download = page.waitForEvent('download');
    await rowMenu(page, a.name).click();
    await rowButton(page, 'Export personal data', `of ${a.name}`).click();
    const data = await download;
    expect(data.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d{2}-\d{2}\.json$/);
    expect(JSON.parse(await readFile(await data.path(), 'utf8'))).toMatchObject({
      email: a.email,
      customers: [{ id: a.id, name: a.name, email: a.email }],
      purchases: [],
    });
  });
  await test.step('a customer needs a name or an email, and can be edited', async () => {
    await openNewForm(page, 'customer');
    await expect(page.getByRole('heading', { name: 'Create a customer' })).toBeVisible();
    await saveForm(page);
    await expect(formField(page, 'Name')).toBeFocused();
    await expect(formField(page, 'Name')).toHaveAccessibleDescription('Enter a name or an email');
    await formField(page, 'Email').fill('nobody');
    await saveForm(page);
    await expect(formField(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
    await formField(page, 'Email').fill('');
    await formField(page, 'Name').fill(`New ${tag}`);
    await page.route('**/api/customers', (route) => route.abort(), { times: 1 });
    await saveForm(page);
    await expect(screenNotice(page)).toHaveText('Failed to save customer');
    await expect(formField(page, 'Name')).toHaveValue(`New ${tag}`);
    await recordForm(page).getByRole('button', { name: 'Save' }).dblclick();
    await expect(screenNotice(page)).toHaveText('Customer created successfully');
    await expect(recordForm(page)).toHaveCount(0);
    await chooseRowAction(page, 'Edit', `New ${tag}`);
    await expect(page.getByRole('heading', { name: `Edit New ${tag}` })).toBeVisible();
    await formField(page, 'Email').fill(`${tag}n@mail.example`);
    await saveForm(page);
    await expect(screenNotice(page)).toHaveText('Customer updated successfully');
    await expect(tableCell(page, `New ${tag}`, 'Email')).toHaveText(`${tag}n@mail.example`);
    expect(await rows('select name, email from customers where name = $1', [`New ${tag}`])).toEqual([
      { name: `New ${tag}`, email: `${tag}n@mail.example` },
    ]);
  });
  await test.step('Delete asks first, and a newer record is refused', async () => {
    await rows('update customers set version = version + 1 where id = $1', [a.id]);
    await chooseRowAction(page, 'Delete', a.name);
    await expect(confirmDialog(page)).toHaveAccessibleName('Are you sure you want to delete this customer?');
    await expect(confirmDialog(page)).toContainText(
      `${a.name} (${a.email}). The customer’s data is permanently removed`,
    );
    await expect(confirmDialog(page)).toHaveAccessibleDescription(/This can’t be undone\.$/);
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(screenNotice(page)).toContainText('Failed to delete customer');
    await expect(screenNotice(page)).toContainText('Somebody else has changed this record.');
    await deleteRow(page, a.name);
    await expect(screenNotice(page)).toHaveText('Customer deleted successfully');
    await expect(tableRow(page, a.email)).toHaveCount(0);
    expect(await rows('select id from customers where id = $1', [a.id])).toEqual([]);
    await searchFor(page, unique());
    await expect(page.getByText('No customers found')).toBeVisible();
  });
  await test.step('the personal data of any email is exported, and failures show their reason', async () => {
    const email = `${unique()}@mail.example`;
    await page.getByText('Personal data of any address').press('Enter');
    const input = page.getByLabel('Email address');
    const exportButton = page.getByRole('button', { name: 'Export personal data', exact: true });
    await exportButton.click();
    await expect(input).toBeFocused();
    await expect(input).toHaveAccessibleDescription('Email is required');
    await input.fill(email);
    await page.route('**/api/customers/data', (route) => route.abort(), { times: 1 });
    await exportButton.click();
    await expect(screenNotice(page)).toContainText('The server cannot be reached.');
    await expect(input).toHaveValue(email);
    const download = page.waitForEvent('download');
    await exportButton.click();
    const file = await download;
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ email, customers: [] });
    await expect(screenNotice(page)).toBeEmpty();
  });
  await test.step('Forget buyer asks first, and removes the email from purchases', async () => {
    const email = `o&o.${unique()}@mail.example`;
    await rows(
      "insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_email, payer_email_key) values (gen_random_uuid(), $1, 'one-time', 'basic', 'completed', 5999, $2, $2)",
      [`FORGET${unique()}`, email],
    );
    const input = page.getByLabel('Email address');
    const forget = page.getByRole('button', { name: 'Forget buyer' });
    await input.fill(b.email);
    await forget.click();
    await confirmInDialog(page, 'Forget');
    await expect(screenNotice(page)).toHaveText(
      'This address belongs to a customer. Delete the customer instead.',
    );
    await input.fill(email);
    await forget.dblclick();
    await expect(confirmDialog(page)).toContainText(`Are you sure you want to forget ${email}?`);
    await page.keyboard.press('Escape');
    await expect(screenNotice(page)).toBeEmpty();
    await expect(forget).toBeFocused();
    // The form accepts the next press.
    await expect(input).toBeEditable();
    await forget.press('Enter');
    await confirmInDialog(page, 'Forget');
    await expect(screenNotice(page)).toHaveText('The address was removed from 1 purchase.');
    expect(await rows('select 1 as one from purchases where payer_email_key = $1', [email])).toEqual([]);
  });
});
