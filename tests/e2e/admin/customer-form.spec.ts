import type { Page } from '@playwright/test';
import { unique } from '../../api/mint.ts';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import {
  cellOf,
  dialogOf,
  formOf,
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

test('an admin makes and edits a customer; one that was deleted elsewhere goes from the list once its save is refused', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('a customer needs a name or an email, and is edited', async () => {
    const first = await newCustomer(rows);
    await signInAdmin(page);
    await openSearch(page, path, first.tag);
    await save(page);
    await expect(field(page, 'Name')).toBeFocused();
    await expect(field(page, 'Name')).toHaveAccessibleDescription('Enter a name or an email');
    await field(page, 'Email').fill('nobody');
    await save(page);
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email address');
    await field(page, 'Email').fill('');
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
  await test.step('a record deleted elsewhere', async () => {
    const one = await newCustomer(rows);
    await openSearch(page, path, one.tag);
    await rowButton(page, 'Edit', one.name).click();
    await field(page, 'Name').fill('Typed');
    await rows('delete from customers where id = $1', [one.id]);
    await save(page);
    await expect(rowOf(page, one.tag)).toHaveCount(0);
    await expect(saidOf(page)).not.toBeEmpty();
    await expect(field(page, 'Name')).toHaveValue('Typed');
  });
});

test('a save that nobody answered, a taken email and a change meanwhile are said, and what was typed stays', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const other = await newCustomer(rows);
  const one = await newCustomer(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  // Nobody answers the first save, and the list shows what it did once the second is refused.
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
  await field(page, 'Email').fill(other.email.toUpperCase());
  await save(page);
  await expect(saidOf(page)).toHaveText('A customer with this email already exists');
  await expect(field(page, 'Email')).toHaveValue(other.email.toUpperCase());

  await test.step('a change meanwhile is refused; a press reloads the record, also after a lost connection', async () => {
    await rowButton(page, 'Edit', one.name).click();
    await dialogOf(page).getByRole('button', { name: 'Edit' }).click();
    await expect(field(page, 'Email')).toHaveValue(one.email);
    const changed = `else-${other.tag}@mail.example`;
    await rows('update customers set email = $2, name = $3, version = version + 1 where id = $1', [
      one.id,
      changed,
      `Else ${one.tag}`,
    ]);
    await field(page, 'Name').fill(`Typed ${one.tag}`);
    await save(page);
    await expect(saidOf(page)).toHaveText(
      'Somebody else has changed this record. Reload it, then make your change again.',
    );
    const load = page.getByRole('button', { name: 'Reload the record, discard my text' });
    await page.route(`**/api/customers/${one.id}`, (route) => route.abort(), { times: 1 });
    await load.click();
    await expect(saidOf(page)).toContainText('The server cannot be reached.');
    await expect(field(page, 'Name')).toHaveValue(`Typed ${one.tag}`);
    await load.click();
    await expect(field(page, 'Name')).toHaveValue(`Else ${one.tag}`);
    await expect(field(page, 'Email')).toHaveValue(changed);
    await field(page, 'Name').fill(`Typed ${one.tag}`);
    await save(page);
    await expect(saidOf(page)).toHaveText('Customer updated successfully');
    expect(await rows('select name, email from customers where id = $1', [one.id])).toEqual([
      { name: `Typed ${one.tag}`, email: changed },
    ]);
  });
});
