import type { Page, Route } from '@playwright/test';
import { unique } from '../../api/mint.ts';
import { newAccount } from '../accounts/provider.ts';
import { failedAnswer, signIn } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import {
  cellOf,
  dialogOf,
  formOf,
  noAnswer,
  openSearch,
  rowButton,
  rowOf,
  rowsOf,
  saidOf,
  save,
  searchFor,
  signInAdmin,
} from './admin-screen.ts';
import { newCustomer } from './records.ts';

const path = '/customer-admin';
const field = (page: Page, label: string) => formOf(page).getByLabel(label);

test('a customer needs a name or an email, and an email that is one', async ({ page, rows }) => {
  const one = await newCustomer(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await save(page);
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Name')).toHaveAccessibleDescription('Enter a name or an email');
  await field(page, 'Email').fill('nobody');
  await save(page);
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
});

test('a customer is made with a name alone, then given an email', async ({ page, rows }) => {
  const first = await newCustomer(rows);
  await signInAdmin(page);
  await openSearch(page, path, first.tag);
  const tag = unique();
  await field(page, 'Name').fill(`New ${tag}`);
  await formOf(page).getByRole('button', { name: 'Save' }).dblclick();
  await expect(saidOf(page)).toHaveText('Customer created successfully');
  await expect(field(page, 'Name')).toHaveValue('');
  await searchFor(page, tag);
  await expect(rowsOf(page)).toHaveCount(1);
  await rowButton(page, 'Edit', `New ${tag}`).click();
  await expect(page.getByRole('heading', { name: `Edit New ${tag}` })).toBeVisible();
  await field(page, 'Email').fill(`${tag}@mail.example`);
  await save(page);
  await expect(saidOf(page)).toHaveText('Customer updated successfully');
  await expect(cellOf(page, tag, 'Email')).toHaveText(`${tag}@mail.example`);
  await rowButton(page, 'Edit', `New ${tag}`).click();
  await formOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Create a customer' })).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue('');
  expect(await rows('select name, email from customers where name = $1', [`New ${tag}`])).toEqual([
    { name: `New ${tag}`, email: `${tag}@mail.example` },
  ]);
});

test('a taken email and a change meanwhile are refused, and what was typed stays', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const other = await newCustomer(rows);
  const one = await newCustomer(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await field(page, 'Email').fill(other.email.toUpperCase());
  await save(page);
  await expect(saidOf(page)).toHaveText('A customer with this email already exists');
  await expect(field(page, 'Email')).toHaveValue(other.email.toUpperCase());
  await rowButton(page, 'Edit', one.name).click();
  await dialogOf(page).getByRole('button', { name: 'Edit' }).click();
  await expect(field(page, 'Email')).toHaveValue(one.email);
  await expect(saidOf(page)).toHaveText('');
  // Another admin's change of both texts.
  const change = { name: `Else ${other.tag}`, email: `else-${other.tag}@mail.example` };
  const interfere = async (route: Route) => {
    const { 'if-match': _version, ...headers } = route.request().headers();
    await route.fetch({ headers, postData: change });
    await route.continue();
  };
  await page.route(`**/api/customers/${one.id}`, interfere, { times: 1 });
  await field(page, 'Name').fill('Typed');
  await save(page);
  await expect(saidOf(page)).toHaveText(
    'Somebody else has changed this record. Reload it, then make your change again.',
  );
  await expect(field(page, 'Name')).toHaveValue('Typed');
  const load = page.getByRole('button', { name: 'Load the newer record, keep my text' });
  await page.route(`**/api/customers/${one.id}`, (route) => route.abort(), { times: 1 });
  await load.click();
  await expect(saidOf(page)).toContainText('The server cannot be reached.');
  await load.click();
  await expect(field(page, 'Name')).toHaveValue('Typed');
  await expect(field(page, 'Name')).toHaveAccessibleDescription(
    `Saved meanwhile: ${change.name}. Saving replaces it.`,
  );
  await expect(field(page, 'Email')).toHaveValue(change.email);
  await save(page);
  await expect(saidOf(page)).toHaveText('Customer updated successfully');
  expect(await rows('select name, email from customers where id = $1', [one.id])).toEqual([
    { name: 'Typed', email: change.email },
  ]);
});

test('Cancel takes back what was said of the form, and the way to a newer record', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newCustomer(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await rowButton(page, 'Edit', one.name).click();
  await rows('update customers set version = version + 1 where id = $1', [one.id]);
  await save(page);
  const load = page.getByRole('button', { name: 'Load the newer record, keep my text' });
  await load.click();
  await expect(saidOf(page)).toContainText('None of these fields has changed.');
  await expect(formOf(page).getByRole('button', { name: 'Save' })).toBeFocused();
  await rows('update customers set version = version + 1 where id = $1', [one.id]);
  await save(page);
  await expect(load).toBeVisible();
  await formOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(saidOf(page)).toBeEmpty();
  await expect(load).toHaveCount(0);
});

test('a save without a connection fails, says so, and what was typed stays', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(noAnswer);
  const one = await newCustomer(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await field(page, 'Name').fill('Typed');
  await context.setOffline(true);
  await save(page);
  await expect(saidOf(page)).toHaveText('Failed to save customer');
  await expect(field(page, 'Name')).toHaveValue('Typed');
  await expect(rowOf(page, one.tag)).toBeVisible();
});

test('somebody who is no admin reads that it takes one, and sees nobody', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newCustomer(rows);
  const { email } = await newAccount();
  await signIn(page, email);
  await page.goto(`${path}?q=${one.tag}`);
  await expect(saidOf(page)).toHaveText('Failed to fetch customers: Admin access is required.');
  await expect(rowsOf(page)).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText(one.tag);
});

test('a record that was deleted elsewhere goes from the list once its save is refused', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newCustomer(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await rowButton(page, 'Edit', one.name).click();
  await field(page, 'Name').fill('Typed');
  await rows('delete from customers where id = $1', [one.id]);
  await save(page);
  await expect(rowOf(page, one.tag)).toHaveCount(0);
  await expect(saidOf(page)).not.toBeEmpty();
  await expect(field(page, 'Name')).toHaveValue('Typed');
});

test('a record whose first save was answered by nobody is in the list once the second is refused', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newCustomer(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  const email = `new-${one.tag}@mail.example`;
  await field(page, 'Email').fill(email);
  await page.route(
    '**/api/customers',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await save(page);
  await expect(saidOf(page)).toHaveText('Failed to save customer');
  await save(page);
  await expect(saidOf(page)).toHaveText('A customer with this email already exists');
  await expect(rowOf(page, email)).toHaveCount(1);
  await expect(field(page, 'Email')).toHaveValue(email);
});
