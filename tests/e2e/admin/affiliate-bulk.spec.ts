import type { Page } from '@playwright/test';
import { failedAnswer } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { confirm, openSearch, rowButton, rowOf, saidOf, signInAdmin } from './admin-screen.ts';
import { type Minted, newAffiliate, threeAffiliates } from './records.ts';

const path = '/affiliate-admin';
const group = (page: Page) => page.getByRole('group', { name: 'Chosen affiliates' });

test('affiliates are activated in bulk; the choice stays while others change, and goes with its row and its list', async ({
  page,
  rows,
}) => {
  const [first, second, third] = (await threeAffiliates(rows)) as [Minted, Minted, Minted];
  await signInAdmin(page);
  await openSearch(page, path, first.tag);
  await page.getByLabel('Choose all on this page').check();
  await expect(group(page)).toContainText('3 affiliates chosen');
  await group(page).getByRole('button', { name: 'Choose none' }).click();
  await expect(group(page)).toBeHidden();
  await expect(saidOf(page)).toHaveText('No affiliate is chosen any more.');
  await expect(saidOf(page)).toBeFocused();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/affiliates/bulk')) posts.push(request.postData() ?? '');
  });
  await page.getByLabel(`Choose ${first.name}`).check();
  await expect(group(page)).toContainText('1 affiliate chosen');
  await expect(page.getByRole('status').filter({ hasText: /^1 chosen$/ })).toHaveCount(1);
  await group(page).getByRole('button', { name: 'Activate', exact: true }).dblclick();
  await expect(saidOf(page)).toHaveText('1 affiliate activated');
  await expect(saidOf(page)).toBeFocused();
  await expect(group(page)).toBeHidden();
  expect(posts).toHaveLength(1);
  await page.getByLabel('Choose all on this page').check();
  await group(page).getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(saidOf(page)).toHaveText('2 affiliates activated, 1 left as they were');
  await expect(rowOf(page, 'Active since')).toHaveCount(3);
  await page.getByLabel('Choose all on this page').check();
  await group(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(saidOf(page)).toHaveText('3 affiliates deactivated');
  await expect(rowOf(page, 'Not Activated')).toHaveCount(3);
  await openSearch(page, path, `${first.tag}&state=inactive`);
  const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/api/affiliates/bulk', async (route) => {
    await wanted;
    await route.continue();
  });
  await page.getByLabel(`Choose ${first.name}`).check();
  await group(page).getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByLabel(`Choose ${second.name}`).check();
  release(undefined);
  await expect(saidOf(page)).toHaveText('1 affiliate activated');
  await expect(group(page)).toContainText('1 affiliate chosen');
  await expect(page.getByLabel(`Choose ${second.name}`)).toBeChecked();
  await page.getByLabel(`Choose ${third.name}`).check();
  await expect(group(page)).toContainText('2 affiliates chosen');
  await test.step('a row that leaves the list', async () => {
    await rowButton(page, 'Activate', second.name).click();
    await expect(group(page)).toContainText('1 affiliate chosen');
  });
  await test.step('another list', async () => {
    await page.getByLabel('State').selectOption('Active');
    await expect(group(page)).toBeHidden();
    await page.getByLabel('State').selectOption('All open');
    await expect(page.getByLabel(`Choose ${third.name}`)).not.toBeChecked();
  });
  await test.step('a deleted row', async () => {
    for (const one of [first, second]) await page.getByLabel(`Choose ${one.name}`).check();
    await expect(group(page)).toContainText('2 affiliates chosen');
    await rowButton(page, 'Delete', first.name).click();
    await confirm(page, 'Delete');
    await expect(saidOf(page)).toHaveText('Affiliate deleted successfully');
    await expect(group(page)).toContainText('1 affiliate chosen');
  });
});

test('a bulk change that fails, changes nothing, or gets no answer says so, and the choice stays; a list that fails is said beside it', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newAffiliate(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await test.step('what an action came to and a list that fails stand in one box', async () => {
    await page.route('**/api/affiliates?*', (route) => route.abort());
    await page.getByRole('button', { name: `Activate ${one.name}` }).click();
    await expect(saidOf(page)).toContainText('Affiliate activated successfully');
    await expect(saidOf(page)).toContainText('Failed to fetch affiliates: The server cannot be reached.');
    await expect(page.locator('main .notice:not(:empty)')).toHaveCount(1);
    await page.unroute('**/api/affiliates?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(saidOf(page)).toHaveText('Affiliate activated successfully');
  });
  const bulk = '**/api/affiliates/bulk';
  const press = (name: string) => group(page).getByRole('button', { name, exact: true }).click();
  await page.getByLabel(`Choose ${one.name}`).check();
  const error = 'The service is unavailable at the moment. Please try again soon.';
  await page.route(bulk, (route) => route.fulfill({ status: 503, json: { error } }));
  await press('Deactivate');
  await expect(saidOf(page)).toHaveText(`Error deactivating affiliate: 503 ${error}`);
  await page.unroute(bulk);
  await test.step('more than 500 are refused with how many can be changed', async () => {
    const ids = Array.from({ length: 501 }, () => crypto.randomUUID());
    await page.route(bulk, (route) =>
      route.continue({ postData: JSON.stringify({ action: 'activate', ids }) }),
    );
    await press('Activate');
    await expect(saidOf(page)).toContainText('Error activating affiliate: 422');
    await expect(saidOf(page).locator('p').nth(1)).toContainText('500');
    await page.unroute(bulk);
  });
  await test.step('the list shows a change whose answer was lost', async () => {
    await page.route(bulk, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press('Activate');
    await expect(rowOf(page, one.tag)).toContainText('Active since');
    await expect(saidOf(page)).toHaveText(
      'Error activating affiliate: The server cannot be reached. Please check your internet connection and try again.',
    );
    await expect(group(page)).toContainText('1 affiliate chosen');
    await page.unroute(bulk);
  });
  await test.step('a change that changed nothing is no success', async () => {
    await press('Activate');
    await expect(saidOf(page)).toHaveText('0 affiliates activated, 1 left as they were');
    await expect(saidOf(page)).toHaveAttribute('data-kind', 'error');
  });
});
