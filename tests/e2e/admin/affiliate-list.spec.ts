import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { parseCsv } from '../../../src/shared/csv.ts';
import { businessDaysBetween } from '../../../src/shared/dates.ts';
import { unique } from '../../api/factories.ts';
import {
  insertAffiliate,
  insertThreeAffiliates,
  openSearch,
  rowButton,
  rowMenu,
  screenNotice,
  searchFor,
  signInAdmin,
  tableCell,
  tableRows,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { currentPath, failedRequest, holdRequests, offlineError } from '../page-helpers.ts';

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

test('admin searches, filters, sorts and exports the affiliates; a reload keeps the query', async ({
  page,
  rows,
}) => {
  await test.step('the list shows that it loads, finds a name, and reports no result', async () => {
    const affiliate = await insertAffiliate(rows);
    await signInAdmin(page);
    const held = await holdRequests(page, '**/api/affiliates?*');
    await page.goto(path);
    await expect(page.getByText('Loading affiliates...')).toBeVisible();
    held.release();
    await expect(tableRows(page).first()).toBeVisible();
    await searchFor(page, affiliate.name.toUpperCase());
    await expect(nameCells(page)).toHaveText([affiliate.name]);
    await searchFor(page, unique());
    await expect(page.getByText('No affiliates found')).toBeVisible();
    await test.step('a filter chosen during the search delay keeps the typed text', async () => {
      await page.getByRole('searchbox').fill(affiliate.tag);
      await page.getByLabel('State').selectOption('Not activated');
      await expect(page).toHaveURL(new RegExp(`q=${affiliate.tag}&state=`));
      await expect(nameCells(page)).toHaveText([affiliate.name]);
    });
    await test.step('a search text is limited to 255 characters', async () => {
      await page.getByRole('searchbox').fill('x'.repeat(300));
      await expect(page.getByRole('searchbox')).toHaveValue('x'.repeat(255));
      await expect(page.getByText('No affiliates found')).toBeVisible();
    });
  });
  await test.step('the columns sort both ways; search, sort and state survive a reload', async () => {
    const [b, a, c] = await insertThreeAffiliates(rows);
    const tag = a?.tag ?? '';
    const sorted = [a, b, c].map((one) => one?.name ?? '');
    await rows('update affiliates set date_activated = now() where id = $1', [b?.id]);
    await openSearch(page, path, tag);
    // The active affiliate comes after the waiting applications, of which the older comes first.
    await expect(nameCells(page)).toHaveText([a?.name ?? '', c?.name ?? '', b?.name ?? '']);
    await expect(columnHeader(page, 'Waiting')).toHaveAttribute('aria-sort', 'ascending');
    await expect(columnHeader(page, 'Name')).toHaveAttribute('aria-sort', 'none');
    for (const label of ['Email', 'Name']) {
      await sortButton(page, label).click();
      await expect(columnHeader(page, label)).toHaveAttribute('aria-sort', 'ascending');
      await expect(nameCells(page)).toHaveText(sorted);
      await sortButton(page, label).click();
      await expect(columnHeader(page, label)).toHaveAttribute('aria-sort', 'descending');
      await expect(nameCells(page)).toHaveText(sorted.toReversed());
    }
    await page.getByLabel('State').selectOption('Not activated');
    await expect(nameCells(page)).toHaveText([c?.name ?? '', a?.name ?? '']);
    expect(currentPath(page)).toBe(`${path}?q=${tag}&state=inactive&sort=-name`);
    await page.reload();
    await expect(nameCells(page)).toHaveText([c?.name ?? '', a?.name ?? '']);
    await expect(page.getByRole('searchbox')).toHaveValue(tag);
    await expect(page.getByLabel('State')).toHaveValue('inactive');
    await expect(columnHeader(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
    await page.getByLabel('State').selectOption('Active');
    await expect(nameCells(page)).toHaveText([b?.name ?? '']);
  });
  await test.step('the export has the rows of the list in their order', async () => {
    const [b, a] = await insertThreeAffiliates(rows);
    await rows('update affiliates set name = $2 where id = $1', [a?.id, '=1+1, "quoted"']);
    await openSearch(page, path, `${a?.tag ?? ''}&sort=-email`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^affiliates-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(`"'=1+1, ""quoted"""`);
    const [header, ...lines] = parseCsv(text) ?? [];
    expect(header).toEqual(['name', 'email', 'code', 'referred_by', 'date_activated', 'date_created']);
    expect(lines.map(([, email]) => email)).toEqual(
      ['c', 'b', 'a'].map((end) => `${a?.tag ?? ''}${end}@mail.example`),
    );
    expect(lines.map(([name]) => name)).toEqual(expect.arrayContaining(['=1+1, "quoted"', b?.name]));
  });
  await test.step('an application shows its id, its waiting time, and that it is overdue', async () => {
    const weeks = new Date(Date.now() - 14 * 24 * 60 * 60 * 1_000).toISOString();
    const late = await insertAffiliate(rows, { end: 'late', created: weeks });
    const overdue = businessDaysBetween(new Date(weeks), new Date()) - 2;
    await insertAffiliate(rows, { tag: late.tag, end: 'new' });
    await insertAffiliate(rows, { tag: late.tag, end: 'active', created: weeks, active: weeks });
    await openSearch(page, path, late.tag);
    await expect(tableCell(page, `${late.tag}late@`, 'Waiting')).toHaveText(
      `Overdue by ${String(overdue)} business days`,
    );
    await expect(tableCell(page, `${late.tag}late@`, 'ID')).toHaveText(late.id);
    await expect(tableCell(page, `${late.tag}new@`, 'Waiting')).toHaveText('Today');
    await expect(tableCell(page, `${late.tag}active@`, 'Waiting')).toHaveText('');
  });
  await test.step('from 640 to 1,280 pixels every column that matters is in sight, in rows of one height', async () => {
    for (const width of [656, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const table = page.locator('.table-list');
      await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      for (const label of ['Name', 'Code', 'Status', 'Sales', 'Earnings', 'Actions'])
        await expect(columnHeader(page, label)).toBeInViewport({ ratio: 1 });
    }
    const heights = await tableRows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    );
    for (const height of heights) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(height).toBeLessThanOrEqual(48.5);
    }
  });
});

test('admin pages through more than 50 affiliates; an emptied page gives way to the previous one, and an unknown state and order show the list', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  allowConsoleErrors(offlineError);
  await signInAdmin(page);
  await test.step('pages of 50 rows, each from its top', async () => {
    const tag = unique();
    await rows(
      `insert into affiliates (id, name, email, code)
     select gen_random_uuid(), $1 || lpad(n::text, 3, '0'), $1 || n || '@mail.example', $1 || n
     from generate_series(1, 51) n`,
      [tag],
    );
    await page.goto(`${path}?q=${tag}&sort=name`);
    await expect(tableRows(page)).toHaveCount(50);
    await expect(page.getByText('1–50 of 51')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '1–50 of 51' })).toBeVisible();
    await page.locator('.table-wrap').evaluate((list) => {
      list.scrollIntoView({ block: 'start' });
      list.scrollTop = list.scrollHeight;
    });
    await expect(tableRows(page).last()).toBeInViewport();
    await expect(columnHeader(page, 'Name')).toBeInViewport({ ratio: 1 });
    // A focused row scrolls out from under the sticky header.
    const beneath = tableRows(page).nth(20);
    await beneath.evaluate((row: HTMLElement) => {
      row.closest('.table-wrap')?.scrollTo({ top: row.offsetTop });
    });
    await beneath.getByRole('checkbox').focus();
    const topOf = async (shown: Locator) => (await shown.boundingBox())?.y ?? NaN;
    const bottomOfHead = await columnHeader(page, 'Name').evaluate(
      (cell) => cell.getBoundingClientRect().bottom,
    );
    await expect.poll(() => topOf(beneath.getByRole('checkbox'))).toBeGreaterThanOrEqual(bottomOfHead);
    // Another order starts at its top.
    await sortButton(page, 'Name').click();
    await expect(nameCells(page).first()).toHaveText(`${tag}051`);
    await expect.poll(() => page.locator('.table-wrap').evaluate((list) => list.scrollTop)).toBe(0);
    await sortButton(page, 'Name').click();
    await expect(nameCells(page).first()).toHaveText(`${tag}001`);
    const pager = (name: string) => page.getByRole('button', { name, exact: true });
    await expect(pager('Previous')).toHaveAttribute('aria-disabled', 'true');
    await pager('Next').click();
    await expect(nameCells(page)).toHaveText([`${tag}051`]);
    await expect(pager('Next')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('status').filter({ hasText: '51 of 51' })).toBeVisible();
    await pager('Previous').click();
    await expect(tableRows(page)).toHaveCount(50);
    await expect(nameCells(page).first()).toHaveText(`${tag}001`);

    // A double click goes one page further only.
    await pager('Next').dblclick();
    await expect(nameCells(page)).toHaveText([`${tag}051`]);
    await pager('Previous').click();
    await expect(nameCells(page).first()).toHaveText(`${tag}001`);
    await expect(pager('Previous')).toHaveAttribute('aria-disabled', 'true');

    // While the new order loads, Next is disabled.
    const held = await holdRequests(page, '**/api/affiliates?*');
    await sortButton(page, 'Code').click();
    await expect(pager('Next')).toHaveAttribute('aria-disabled', 'true');
    held.release();
    await expect(columnHeader(page, 'Code')).toHaveAttribute('aria-sort', 'ascending');
    await pager('Next').click();
    await expect(nameCells(page)).toHaveText([`${tag}009`]);
  });
  await test.step('a row that leaves its filter passes the focus on', async () => {
    await page.unrouteAll();
    const [b, a] = await insertThreeAffiliates(rows);
    await rows('update affiliates set date_activated = now() where code = $1', [`${a?.tag ?? ''}c`]);
    // One row per page.
    await page.route('**/api/affiliates?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=50', 'limit=1') }),
    );
    await page.goto(`${path}?q=${a?.tag ?? ''}&state=inactive&sort=name`);
    await expect(nameCells(page)).toHaveText([a?.name ?? '']);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(nameCells(page)).toHaveText([b?.name ?? '']);
    await rowMenu(page, b?.name ?? '').press('Enter');
    await rowButton(page, 'Activate', b?.name ?? '').press('Enter');
    await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
    await expect(screenNotice(page)).toBeFocused();
    await expect(nameCells(page)).toHaveText([a?.name ?? '']);
    // A single page has no number.
    await expect(page.locator('.pager')).toHaveText('Previous1 of 1Next');
  });
  await page.unrouteAll();
  await test.step('an unknown state and order, and a failed list', async () => {
    const affiliate = await insertAffiliate(rows);
    const head = (name: string) => page.getByRole('columnheader', { name });
    await page.route('**/api/affiliates?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    );
    await page.goto(`${path}?q=${affiliate.tag}&state=bogus&sort=bogus`);
    await expect(screenNotice(page)).toHaveText(
      'Failed to fetch affiliates: Something went wrong on our side.',
    );
    await page.unroute('**/api/affiliates?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(tableRows(page)).toHaveCount(1);
    await expect(page.getByLabel('State')).toHaveValue('');
    await expect(screenNotice(page)).toBeEmpty();
    expect(currentPath(page)).toBe(`${path}?q=${affiliate.tag}`);

    await test.step('a column shows its order once the list is sorted by it', async () => {
      const sortBy = (name: string) => head(name).getByRole('button', { name, exact: true }).click();
      await sortBy('Name');
      await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
      await context.setOffline(true);
      await sortBy('Code');
      await expect(screenNotice(page)).toContainText(
        'Failed to fetch affiliates: The server cannot be reached.',
      );
      await expect(tableRows(page)).toHaveCount(1);
      await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
      await expect(head('Code')).toHaveAttribute('aria-sort', 'none');
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(head('Code')).toHaveAttribute('aria-sort', 'ascending');
      await expect(head('Name')).toHaveAttribute('aria-sort', 'none');
    });
  });
});
