import type { Route } from '@playwright/test';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { dialogOf, openSearch, rowButton, rowOf, saidOf, signInAdmin } from './admin-screen.ts';
import { newCustomer } from './records.ts';

const path = '/customer-admin';

test('an admin deletes customers: Delete asks first, is refused over a newer record, and rows are busy side by side', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('Delete asks first, and is refused over a newer record', async () => {
    const one = await newCustomer(rows);
    await signInAdmin(page);
    await openSearch(page, path, one.tag);
    await rowButton(page, 'Delete', one.name).click();
    await expect(dialogOf(page)).toHaveAccessibleName('Are you sure you want to delete this customer?');
    await expect(dialogOf(page)).toContainText(
      `${one.name} (${one.email}). The name and the email are removed for good`,
    );
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(page, one.tag)).toBeVisible();
    await rows('update customers set version = version + 1 where id = $1', [one.id]);
    await rowButton(page, 'Delete', one.name).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(saidOf(page)).toContainText('Failed to delete customer');
    await expect(saidOf(page)).toContainText('Somebody else has changed this record.');
    await rowButton(page, 'Delete', one.name).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(saidOf(page)).toHaveText('Customer deleted successfully');
    await expect(page.getByText('No customers found')).toBeVisible();
    expect(await rows('select id from customers where id = $1', [one.id])).toEqual([]);
  });
  await test.step('two customers are deleted side by side', async () => {
    const one = await newCustomer(rows, { end: 'a' });
    const other = await newCustomer(rows, { tag: one.tag, end: 'b' });
    const { promise: deleted, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(`**/api/customers/${one.id}`, async (route) => {
      await deleted;
      await route.fallback();
    });
    await openSearch(page, path, one.tag);
    await rowButton(page, 'Delete', one.name).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(rowButton(page, 'Delete', one.name)).toHaveAttribute('aria-busy', 'true');
    await expect(rowButton(page, 'Delete', one.name)).toBeDisabled();
    await rowButton(page, 'Delete', other.name).click();
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
    await expect(saidOf(page)).toHaveText('Customer deleted successfully');
    await expect(rowOf(page, other.name)).toHaveCount(0);
    await expect(rowOf(page, one.name)).toBeVisible();
    release(undefined);
    await expect(page.getByText('No customers found')).toBeVisible();
  });
  await test.step('a row is busy until the newest list has come', async () => {
    const one = await newCustomer(rows, { end: 'a' });
    const other = await newCustomer(rows, { tag: one.tag, end: 'b' });
    await openSearch(page, path, one.tag);
    const lists: Route[] = [];
    await page.route('**/api/customers?*', (route) => {
      lists.push(route);
    });
    for (const [name, asked] of [
      [one.name, 1],
      [other.name, 2],
    ] as const) {
      await rowButton(page, 'Delete', name).click();
      await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => lists.length).toBe(asked);
    }
    const answered = page.waitForEvent('requestfinished', (request) => request === lists[0]?.request());
    await lists[0]?.continue();
    await answered;
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))),
    );
    await expect(rowButton(page, 'Delete', one.name)).toBeDisabled();
    await lists[1]?.continue();
    await expect(page.getByText('No customers found')).toBeVisible();
  });
});
