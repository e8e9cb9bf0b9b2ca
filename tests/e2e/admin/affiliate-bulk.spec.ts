import type { Page } from '@playwright/test';
import {
  chooseRowAction,
  insertAffiliate,
  insertThreeAffiliates,
  openSearch,
  screenNotice,
  signInAdmin,
  tableRow,
  tableRows,
  type TestRecord,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

function selectionGroup(page: Page) {
  return page.getByRole('group', { name: 'Selected affiliates' });
}

test('admin activates affiliates in bulk; a failed change keeps the selection', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const [first, second, third] = (await insertThreeAffiliates(rows)) as [TestRecord, TestRecord, TestRecord];
  const fourth = await insertAffiliate(rows, { tag: first.tag, end: 'd' });
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', first.tag);
  await test.step('rows change in bulk', async () => {
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
    await page.getByLabel('State').selectOption('Not activated');
    await expect(tableRows(page)).toHaveCount(3);
    const held = await holdRequests(page, '**/api/affiliates/bulk');
    await page.getByLabel(`Select ${second.name}`).check();
    await selectionGroup(page).getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByLabel(`Select ${third.name}`).check();
    held.release();
    await expect(screenNotice(page)).toHaveText('1 affiliate activated');
    await expect(tableRows(page)).toHaveCount(2);
    await expect(selectionGroup(page)).toContainText('1 selected');
    await expect(page.getByLabel(`Select ${third.name}`)).toBeChecked();
    await page.getByLabel(`Select ${fourth.name}`).check();
    await expect(selectionGroup(page)).toContainText('2 selected');
    await test.step('a row leaves the list', async () => {
      await chooseRowAction(page, 'Activate', third.name);
      await expect(selectionGroup(page)).toContainText('1 selected');
    });
    await test.step('another filter', async () => {
      await page.getByLabel('State').selectOption('All open');
      await expect(selectionGroup(page)).toBeHidden();
      await expect(tableRows(page)).toHaveCount(4);
      await expect(page.getByLabel(`Select ${fourth.name}`)).not.toBeChecked();
    });
    await page.getByLabel('Select all on this page').check();
    await selectionGroup(page).getByRole('button', { name: 'Deactivate' }).click();
    await expect(screenNotice(page)).toHaveText('3 affiliates deactivated, 1 not changed');
    await expect(tableRow(page, 'Not Activated')).toHaveCount(4);
  });
  await page.unrouteAll();
  await test.step('failures are shown', async () => {
    const bulk = '**/api/affiliates/bulk';
    const press = (name: string) => selectionGroup(page).getByRole('button', { name, exact: true }).click();
    await page.getByLabel(`Select ${fourth.name}`).check();
    await test.step('the list shows a change with a lost answer', async () => {
      await page.route(bulk, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await press('Activate');
      await expect(tableRow(page, fourth.email)).toContainText('Active since');
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
