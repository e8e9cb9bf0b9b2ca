import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unique } from '../../api/factories.ts';
import {
  chooseRowAction,
  confirmDialog,
  confirmInDialog,
  insertCustomer,
  openNewForm,
  recordForm,
  rowButton,
  rowMenu,
  saveForm,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRow,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

const path = '/customer-admin';
function formField(page: Page, label: string) {
  return recordForm(page).getByLabel(label);
}

test('admin edits and deletes customers, exports data, and forgets a buyer', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const b = await insertCustomer(rows, { end: 'b' });
  const a = await insertCustomer(rows, { tag: b.tag, end: 'a' });
  const { tag } = b;
  await signInAdmin(page);
  await test.step('the list fits with a name and an email of maximum length', async () => {
    const hosts = ['h', 'o', 's', 't'].map((letter) => letter.repeat(40)).join('.');
    const email = `${tag}z${'m'.repeat(63 - tag.length)}@${hosts}.example`;
    await rows('insert into customers (id, name, email) values (gen_random_uuid(), $1, $2)', [
      'W'.repeat(100),
      email,
    ]);
    await page.goto(`${path}?q=${tag}`);
    await expect(page.getByText('1–3 of 3')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Created' })).toBeInViewport({ ratio: 1 });
    const list = page.locator('.table-list');
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  });
  await test.step('Export personal data saves the data of one customer', async () => {
    const download = page.waitForEvent('download');
    await rowMenu(page, a.name).click();
    await rowButton(page, 'Export personal data', `of ${a.name}`).click();
    const data = await download;
    expect(data.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d{2}-\d{2}\.json$/);
    expect(JSON.parse(await readFile(await data.path(), 'utf8'))).toMatchObject({ email: a.email });
  });
  await test.step('a customer needs a name or an email, and can be edited', async () => {
    await openNewForm(page, 'customer');
    await expect(page.getByRole('heading', { name: 'Create a customer' })).toBeVisible();
    await saveForm(page);
    await expect(formField(page, 'Name')).toBeFocused();
    await expect(formField(page, 'Name')).toHaveAccessibleDescription('Enter a name or an email');
    await formField(page, 'Name').fill(`New ${tag}`);
    await saveForm(page);
    await expect(screenNotice(page)).toHaveText('Customer created successfully');
    await chooseRowAction(page, 'Edit', `New ${tag}`);
    await expect(page.getByRole('heading', { name: `Edit New ${tag}` })).toBeVisible();
    await formField(page, 'Email').fill(`${tag}n@mail.example`);
    await saveForm(page);
    await expect(screenNotice(page)).toHaveText('Customer updated successfully');
    await expect(tableCell(page, `New ${tag}`, 'Email')).toHaveText(`${tag}n@mail.example`);
  });
  await test.step('Delete asks first', async () => {
    await chooseRowAction(page, 'Delete', a.name);
    await expect(confirmDialog(page)).toHaveAccessibleName('Are you sure you want to delete this customer?');
    await expect(confirmDialog(page)).toContainText(
      `${a.name} (${a.email}). The customer’s data is permanently removed`,
    );
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(screenNotice(page)).toHaveText('Customer deleted successfully');
    await expect(tableRow(page, a.email)).toHaveCount(0);
  });
  await test.step('the personal data of any email is exported, and failures show their reason', async () => {
    const email = `${unique()}@mail.example`;
    await page.getByText('Personal data by email').press('Enter');
    const input = page.getByLabel('Email address');
    const exportButton = page.getByRole('button', { name: 'Export personal data', exact: true });
    await exportButton.click();
    await expect(input).toBeFocused();
    await expect(input).toHaveAccessibleDescription('Email is required');
    await input.fill(email);
    const download = page.waitForEvent('download');
    await exportButton.click();
    const file = await download;
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ email, customers: [] });
    await expect(screenNotice(page)).toBeEmpty();
  });
  await test.step('Erase buyer’s data asks first, and removes the email from purchases', async () => {
    const email = `o&o.${unique()}@mail.example`;
    await rows(
      "insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_email, payer_email_key) values (gen_random_uuid(), $1, 'one-time', 'basic', 'completed', 5999, $2, $2)",
      [`FORGET${unique()}`, email],
    );
    const input = page.getByLabel('Email address');
    const forget = page.getByRole('button', { name: 'Erase buyer’s data' });
    await input.fill(b.email);
    await forget.click();
    await confirmInDialog(page, 'Erase');
    await expect(screenNotice(page)).toHaveText(
      'This address belongs to a customer. Delete the customer instead.',
    );
    await input.fill(email);
    await forget.dblclick();
    await expect(confirmDialog(page)).toContainText(`Are you sure you want to erase the data of ${email}?`);
    await page.keyboard.press('Escape');
    await expect(screenNotice(page)).toBeEmpty();
    await expect(forget).toBeFocused();
    // The form accepts the next press.
    await expect(input).toBeEditable();
    await forget.press('Enter');
    await confirmInDialog(page, 'Erase');
    await expect(screenNotice(page)).toHaveText('The address was removed from 1 purchase.');
  });
});

test('a screen that cannot be drawn says so, and shows what was typed', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/TypeError|getDerivedStateFromError/);
  await signInAdmin(page);
  await page.goto(path);
  const search = page.locator('main').getByRole('searchbox');
  await expect(search).toBeVisible();
  await page.route('**/api/customers?*', (route) => route.fulfill({ json: { customers: [null] } }));
  await search.fill('Inês');
  const alert = page.locator('main').getByRole('alert').filter({ hasText: 'Unexpected Application Error!' });
  await expect(alert).toContainText('What you typed: Inês');
});
