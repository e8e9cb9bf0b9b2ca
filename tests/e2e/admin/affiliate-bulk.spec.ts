import type { Page } from '@playwright/test';
import {
  chooseRowAction,
  confirmInDialog,
  insertAffiliate,
  insertThreeAffiliates,
  openSearch,
  screenNotice,
  signInAdmin,
  tableRow,
  type TestRecord,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

const path = '/affiliate-admin';
function selectionGroup(page: Page) {
  return page.getByRole('group', { name: 'Selected affiliates' });
}

test('admin activates affiliates in bulk, and the selection ends with its row or list; a failed change keeps the selection', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await test.step('changes in bulk', async () => {
    const [first, second, third] = (await insertThreeAffiliates(rows)) as [
      TestRecord,
      TestRecord,
      TestRecord,
    ];
    await signInAdmin(page);
    await openSearch(page, path, first.tag);
    await page.getByLabel('Select all on this page').check();
    await expect(selectionGroup(page)).toContainText('3 selected');
    await selectionGroup(page).getByRole('button', { name: 'Clear selection' }).click();
    await expect(selectionGroup(page)).toBeHidden();
    await expect(screenNotice(page)).toHaveText('Selection cleared.');
    await expect(screenNotice(page)).toBeFocused();
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/affiliates/bulk')) posts.push(request.postData() ?? '');
    });
    await page.getByLabel(`Select ${first.name}`).check();
    await expect(selectionGroup(page)).toContainText('1 selected');
    await expect(page.getByRole('status').filter({ hasText: /^1 selected$/ })).toHaveCount(1);
    await selectionGroup(page).getByRole('button', { name: 'Activate', exact: true }).dblclick();
    await expect(screenNotice(page)).toHaveText('1 affiliate activated');
    await expect(screenNotice(page)).toBeFocused();
    await expect(selectionGroup(page)).toBeHidden();
    expect(posts).toHaveLength(1);
    await page.getByLabel('Select all on this page').check();
    await selectionGroup(page).getByRole('button', { name: 'Activate', exact: true }).click();
    await expect(screenNotice(page)).toHaveText('2 affiliates activated, 1 not changed');
    await expect(tableRow(page, 'Active since')).toHaveCount(3);
    await page.getByLabel('Select all on this page').check();
    await selectionGroup(page).getByRole('button', { name: 'Deactivate' }).click();
    await expect(screenNotice(page)).toHaveText('3 affiliates deactivated');
    await expect(tableRow(page, 'Not Activated')).toHaveCount(3);
    await openSearch(page, path, `${first.tag}&state=inactive`);
    const held = await holdRequests(page, '**/api/affiliates/bulk');
    await page.getByLabel(`Select ${first.name}`).check();
    await selectionGroup(page).getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByLabel(`Select ${second.name}`).check();
    held.release();
    await expect(screenNotice(page)).toHaveText('1 affiliate activated');
    await expect(selectionGroup(page)).toContainText('1 selected');
    await expect(page.getByLabel(`Select ${second.name}`)).toBeChecked();
    await page.getByLabel(`Select ${third.name}`).check();
    await expect(selectionGroup(page)).toContainText('2 selected');
    await test.step('a row leaves the list', async () => {
      await chooseRowAction(page, 'Activate', second.name);
      await expect(selectionGroup(page)).toContainText('1 selected');
    });
    await test.step('another filter', async () => {
      await page.getByLabel('State').selectOption('Active');
      await expect(selectionGroup(page)).toBeHidden();
      await page.getByLabel('State').selectOption('All open');
      await expect(page.getByLabel(`Select ${third.name}`)).not.toBeChecked();
    });
    await test.step('a selected row is deleted', async () => {
      for (const one of [first, second]) await page.getByLabel(`Select ${one.name}`).check();
      await expect(selectionGroup(page)).toContainText('2 selected');
      await chooseRowAction(page, 'Delete', first.name);
      await confirmInDialog(page, 'Delete');
      await expect(screenNotice(page)).toHaveText('Affiliate deleted successfully');
      await expect(selectionGroup(page)).toContainText('1 selected');
    });
  });
  await page.unrouteAll();
  await test.step('failures', async () => {
    const affiliate = await insertAffiliate(rows);
    await openSearch(page, path, affiliate.tag);
    await test.step('the result of an action and a failed list share one notice', async () => {
      await page.route('**/api/affiliates?*', (route) => route.abort());
      await chooseRowAction(page, 'Activate', affiliate.name);
      await expect(screenNotice(page)).toContainText('Affiliate activated successfully');
      await expect(screenNotice(page)).toContainText(
        'Failed to fetch affiliates: The server cannot be reached.',
      );
      await expect(page.locator('main .notice:not(:empty)')).toHaveCount(1);
      await page.unroute('**/api/affiliates?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
    });
    const bulk = '**/api/affiliates/bulk';
    const press = (name: string) => selectionGroup(page).getByRole('button', { name, exact: true }).click();
    await page.getByLabel(`Select ${affiliate.name}`).check();
    const error = 'The service is unavailable at the moment. Please try again soon.';
    await page.route(bulk, (route) => route.fulfill({ status: 503, json: { error } }));
    await press('Deactivate');
    await expect(screenNotice(page)).toHaveText(`Error deactivating affiliate: 503 ${error}`);
    await page.unroute(bulk);
    await test.step('more than 500 records are refused with the limit', async () => {
      const ids = Array.from({ length: 501 }, () => crypto.randomUUID());
      await page.route(bulk, (route) =>
        route.continue({ postData: JSON.stringify({ action: 'activate', ids }) }),
      );
      await press('Activate');
      await expect(screenNotice(page)).toContainText('Error activating affiliate: 422');
      await expect(screenNotice(page).locator('p').nth(1)).toContainText('500');
      await page.unroute(bulk);
    });
    await test.step('the list shows a change with a lost answer', async () => {
      await page.route(bulk, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await press('Activate');
      await expect(tableRow(page, affiliate.tag)).toContainText('Active since');
      await expect(screenNotice(page)).toHaveText(
        'Error activating affiliate: The server cannot be reached. Please check your internet connection and try again.',
      );
      await expect(selectionGroup(page)).toContainText('1 selected');
      await page.unroute(bulk);
    });
    await test.step('a change without effect is shown as an error', async () => {
      await press('Activate');
      await expect(screenNotice(page)).toHaveText('0 affiliates activated, 1 not changed');
      await expect(screenNotice(page)).toHaveAttribute('data-kind', 'error');
    });
  });
});
