import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseCsv } from '../../../src/shared/csv.ts';
import { businessDaysBetween } from '../../../src/shared/dates.ts';
import { unique } from '../../api/factories.ts';
import {
  insertThreeAffiliates,
  rowButton,
  rowMenu,
  screenNotice,
  searchFor,
  signInAdmin,
  tableCell,
  tableRow,
  tableRows,
  type TestRecord,
} from './admin-screen.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';

const path = '/affiliate-admin';
function nameCells(page: Page) {
  return tableRows(page).locator('[data-label="Name"]');
}

function columnHeader(page: Page, name: string) {
  return page.getByRole('columnheader', { name });
}

function sortButton(page: Page, label: string) {
  return columnHeader(page, label).getByRole('button', { name: label, exact: true });
}

test('admin searches, filters, sorts and exports the affiliates, on a phone as cards', async ({
  page,
  rows,
}) => {
  const weeksAgo = new Date(Date.now() - 14 * 24 * 60 * 60 * 1_000).toISOString();
  const [b, a, c] = (await insertThreeAffiliates(rows)) as [TestRecord, TestRecord, TestRecord];
  const { tag } = a;
  await rows('update affiliates set date_activated = now() where id = $1', [b.id]);
  await rows('update affiliates set date_created = $2 where id = $1', [c.id, weeksAgo]);
  await signInAdmin(page);
  await test.step('the list shows that it loads; an application shows its id, its waiting time, and that it is overdue', async () => {
    const held = await holdRequests(page, '**/api/affiliates?*');
    await page.goto(`${path}?q=${tag}`);
    await expect(page.getByText('Loading affiliates...')).toBeVisible();
    held.release();
    // The active affiliate comes after the waiting applications, of which the older comes first.
    await expect(nameCells(page)).toHaveText([c.name, a.name, b.name]);
    await expect(columnHeader(page, 'Waiting')).toHaveAttribute('aria-sort', 'ascending');
    const overdue = businessDaysBetween(new Date(weeksAgo), new Date()) - 2;
    await expect(tableCell(page, c.email, 'Waiting')).toHaveText(
      `Overdue by ${String(overdue)} business days`,
    );
    await expect(tableCell(page, c.email, 'ID')).toHaveText(c.id);
    await expect(tableCell(page, a.email, 'Waiting')).toHaveText('Today');
    await expect(tableCell(page, b.email, 'Waiting')).toHaveText('');
  });
  await test.step('the list with an open menu is accessible; on a phone a row is a card that names its values', async () => {
    const display = () => tableRow(page, a.email).evaluate((row) => getComputedStyle(row).display);
    expect(await display()).toBe('table-row');
    await rowMenu(page, a.name).click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await display()).toBe('flex');
    for (const label of ['Email', 'Code', 'Status', 'Sales', 'Earnings']) {
      const cell = tableCell(page, a.email, label);
      expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
        `"${label}"`,
      );
    }
    // Screen readers need one column header for each cell.
    const cells = tableRow(page, a.email).locator(':scope > :not(.minor)');
    await expect(page.getByRole('columnheader')).toHaveCount(await cells.count());
    await sortButton(page, 'Name').click();
    await expect(nameCells(page)).toHaveText([a.name, b.name, c.name]);
    await expect(columnHeader(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  });
  await test.step('from 640 to 1,280 pixels every column that matters is in sight', async () => {
    for (const width of [656, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const table = page.locator('.table-list');
      await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      for (const label of ['Name', 'Code', 'Status', 'Sales', 'Earnings', 'Actions'])
        await expect(columnHeader(page, label)).toBeInViewport({ ratio: 1 });
    }
  });
  await test.step('a column sorts both ways; search, sort and state survive a reload', async () => {
    await sortButton(page, 'Name').click();
    await expect(columnHeader(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
    await expect(nameCells(page)).toHaveText([c.name, b.name, a.name]);
    await page.getByLabel('State').selectOption('Not activated');
    await expect(nameCells(page)).toHaveText([c.name, a.name]);
    await expect(page).toHaveURL(`${path}?q=${tag}&state=inactive&sort=-name`);
    await page.reload();
    await expect(nameCells(page)).toHaveText([c.name, a.name]);
    await expect(page.getByRole('searchbox')).toHaveValue(tag);
    await expect(page.getByLabel('State')).toHaveValue('inactive');
    await expect(columnHeader(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
  });
  await test.step('the export has the rows of the list in their order', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^affiliates-\d{4}-\d{2}-\d{2}\.csv$/);
    const [header, ...lines] = parseCsv(await readFile(await file.path(), 'utf8')) ?? [];
    expect(header).toEqual(['name', 'email', 'code', 'referred_by', 'date_activated', 'date_created']);
    expect(lines.map(([, email]) => email)).toEqual([c.email, a.email]);
  });
  await test.step('a search finds a name or nothing, has at most 255 characters, and survives a filter chosen at once', async () => {
    await searchFor(page, a.name.toUpperCase());
    await expect(nameCells(page)).toHaveText([a.name]);
    await page.getByRole('searchbox').fill('x'.repeat(300));
    await expect(page.getByRole('searchbox')).toHaveValue('x'.repeat(255));
    await expect(page.getByText('No affiliates found')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(page).toHaveURL(`${path}?sort=-name`);
    await page.getByRole('searchbox').fill(tag);
    await page.getByLabel('State').selectOption('Active');
    await expect(page).toHaveURL(new RegExp(`q=${tag}&state=active`));
    await expect(nameCells(page)).toHaveText([b.name]);
  });
});

test('a failed list loads at Try again; admin pages through 51 affiliates', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const tag = unique();
  await rows(
    `insert into affiliates (id, name, email, code)
     select gen_random_uuid(), $1 || lpad(n::text, 3, '0'), $1 || n || '@mail.example', $1 || n
     from generate_series(1, 51) n`,
    [tag],
  );
  await signInAdmin(page);
  await test.step('an unknown state and order, and a failed list', async () => {
    await page.route('**/api/affiliates?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    );
    await page.goto(`${path}?q=${tag}&state=bogus&sort=bogus`);
    await expect(screenNotice(page)).toHaveText(
      'Failed to fetch affiliates: Something went wrong on our side.',
    );
    await page.unroute('**/api/affiliates?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(tableRows(page)).toHaveCount(50);
    await expect(page.getByLabel('State')).toHaveValue('');
    await expect(screenNotice(page)).toBeEmpty();
    await expect(page).toHaveURL(`${path}?q=${tag}`);
  });
  const pager = (name: string) => page.getByRole('button', { name, exact: true });
  await test.step('pages of 50 rows', async () => {
    await sortButton(page, 'Name').click();
    await page.getByLabel('State').selectOption('Not activated');
    await expect(page.getByText('1–50 of 51')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '1–50 of 51' })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(9_000);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(pager('Previous')).toHaveAttribute('aria-disabled', 'true');
    await pager('Next').click();
    await expect(nameCells(page)).toHaveText([`${tag}051`]);
    await expect(pager('Next')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('status').filter({ hasText: '51 of 51' })).toBeVisible();
    await pager('Previous').click();
    await expect(nameCells(page).first()).toHaveText(`${tag}001`);
    // A double click goes one page further only.
    await pager('Next').dblclick();
    await expect(nameCells(page)).toHaveText([`${tag}051`]);
  });
  await test.step('a row that leaves its filter passes the focus on', async () => {
    await rowMenu(page, `${tag}051`).press('Enter');
    await rowButton(page, 'Activate', `${tag}051`).press('Enter');
    await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
    await expect(screenNotice(page)).toBeFocused();
    await expect(nameCells(page).first()).toHaveText(`${tag}001`);
    await expect(page.locator('.pager')).toHaveText('Previous1–50 of 50Next');
  });
});
