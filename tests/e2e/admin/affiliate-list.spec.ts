import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unique } from '../../api/mint.ts';
import { parseCsv } from '../../../src/shared/csv.ts';
import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import {
  cellOf,
  noAnswer,
  openSearch,
  rowButton,
  rowOf,
  rowsOf,
  saidOf,
  searchFor,
  signInAdmin,
} from './admin-screen.ts';
import { newAffiliate, threeAffiliates } from './records.ts';

const path = '/affiliate-admin';
const names = (page: Page) => rowsOf(page).locator('td[data-label="Name"]');
const head = (page: Page, name: string) => page.getByRole('columnheader', { name });
const group = (page: Page) => page.getByRole('group', { name: 'Chosen affiliates' });

test('the list says that it loads, finds by name, email and code, and says when nothing is found', async ({
  page,
  rows,
}) => {
  const one = await newAffiliate(rows);
  await signInAdmin(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/affiliates?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  await expect(page.getByText('Loading affiliates...')).toBeVisible();
  release();
  await expect(rowsOf(page).first()).toBeVisible();
  for (const text of [one.name.toUpperCase(), one.email, one.code]) {
    await searchFor(page, text);
    await expect(names(page)).toHaveText([one.name]);
  }
  await searchFor(page, unique());
  await expect(page.getByText('No affiliates found')).toBeVisible();
});

test('the columns sort both ways, and say so; search, sort and state survive a reload', async ({
  page,
  rows,
}) => {
  const [b, a, c] = await threeAffiliates(rows);
  const tag = a?.tag ?? '';
  const sorted = [a, b, c].map((one) => one?.name ?? '');
  await rows('update affiliates set date_activated = now() where id = $1', [b?.id]);
  await signInAdmin(page);
  await openSearch(page, path, tag);
  await expect(names(page)).toHaveText([c?.name ?? '', a?.name ?? '', b?.name ?? '']);
  await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'none');
  for (const label of ['Email', 'Code', 'Name']) {
    await head(page, label).getByRole('button').click();
    await expect(head(page, label)).toHaveAttribute('aria-sort', 'ascending');
    await expect(names(page)).toHaveText(sorted);
    await head(page, label).getByRole('button').click();
    await expect(head(page, label)).toHaveAttribute('aria-sort', 'descending');
    await expect(names(page)).toHaveText(sorted.toReversed());
  }
  await page.getByLabel('State').selectOption('Not activated');
  await expect(names(page)).toHaveText([c?.name ?? '', a?.name ?? '']);
  expect(placeOf(page)).toBe(`${path}?q=${tag}&state=inactive&sort=-name`);
  await page.reload();
  await expect(names(page)).toHaveText([c?.name ?? '', a?.name ?? '']);
  await expect(page.getByRole('searchbox')).toHaveValue(tag);
  await expect(page.getByLabel('State')).toHaveValue('inactive');
  await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'descending');
  await page.getByLabel('State').selectOption('Active');
  await expect(names(page)).toHaveText([b?.name ?? '']);
});

test('more than 50 rows come page by page', async ({ page, rows }) => {
  const tag = unique();
  await rows(
    `insert into affiliates (id, name, email, code)
     select gen_random_uuid(), $1 || lpad(n::text, 3, '0'), $1 || n || '@mail.example', $1 || n
     from generate_series(1, 51) n`,
    [tag],
  );
  await signInAdmin(page);
  await page.goto(`${path}?q=${tag}&sort=name`);
  await expect(rowsOf(page)).toHaveCount(50);
  await expect(page.getByText('51 in all')).toBeVisible();
  const pager = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(pager('Previous')).toHaveAttribute('aria-disabled', 'true');
  await pager('Next').click();
  await expect(names(page)).toHaveText([`${tag}051`]);
  await expect(pager('Next')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('51 in all')).toBeVisible();
  await pager('Previous').click();
  await expect(rowsOf(page)).toHaveCount(50);
  await expect(names(page).first()).toHaveText(`${tag}001`);

  // Pressed twice while the page is on its way, it is one page further all the same.
  await pager('Next').dblclick();
  await expect(names(page)).toHaveText([`${tag}051`]);
  await pager('Previous').click();
  await expect(names(page).first()).toHaveText(`${tag}001`);
  await expect(pager('Previous')).toHaveAttribute('aria-disabled', 'true');

  // From another order's page, which is still shown, no way leads on.
  const { promise: sorted, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/api/affiliates?*', async (route) => {
    await sorted;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(pager('Next')).toHaveAttribute('aria-disabled', 'true');
  release(undefined);
  await expect(names(page).first()).toHaveText(`${tag}051`);
  await pager('Next').click();
  await expect(names(page)).toHaveText([`${tag}001`]);
});

test('what is chosen while typing rests stays, and so does what was typed', async ({ page, rows }) => {
  const [first] = await threeAffiliates(rows);
  await signInAdmin(page);
  await page.goto(path);
  await expect(rowsOf(page).first()).toBeVisible();
  await page.getByRole('searchbox').fill(first?.tag ?? '');
  await page.getByLabel('State').selectOption('Not activated');
  await expect(page).toHaveURL(new RegExp(`q=${first?.tag ?? ''}&state=`));
});

test('many are activated at once, and those that were already are counted apart', async ({ page, rows }) => {
  const [first] = await threeAffiliates(rows);
  await signInAdmin(page);
  await openSearch(page, path, first?.tag ?? '');
  await page.getByLabel('Choose all on this page').check();
  await expect(group(page)).toContainText('3 affiliates chosen');
  await group(page).getByRole('button', { name: 'Choose none' }).click();
  await expect(group(page)).toBeHidden();
  await expect(saidOf(page)).toHaveText('No affiliates are chosen any more.');
  await expect(saidOf(page)).toBeFocused();
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/affiliates/bulk')) posts.push(request.postData() ?? '');
  });
  await page.getByLabel(`Choose ${first?.name ?? ''}`).check();
  await expect(group(page)).toContainText('1 affiliate chosen');
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
});

test('many that cannot be activated are said to be so', async ({ page, rows, allowConsoleErrors }) => {
  allowConsoleErrors(failedAnswer);
  const one = await newAffiliate(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await page.route('**/api/affiliates/bulk', (route) => route.abort());
  await page.getByLabel(`Choose ${one.name}`).check();
  await group(page).getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(saidOf(page)).toHaveText(
    'Error activating affiliate: The server cannot be reached. Please check your internet connection and try again.',
  );
  await expect(group(page)).toContainText('1 affiliate chosen');
  await page.unroute('**/api/affiliates/bulk');
  const error = 'The service is unavailable for the moment. Please try again soon.';
  await page.route('**/api/affiliates/bulk', (route) => route.fulfill({ status: 503, json: { error } }));
  await group(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(saidOf(page)).toHaveText(`Error deactivating affiliate: 503 ${error}`);
});

test('what an action came to and a list that cannot be had stand in one box', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newAffiliate(rows);
  await signInAdmin(page);
  await openSearch(page, path, one.tag);
  await page.route('**/api/affiliates?*', (route) => route.abort());
  await page.getByRole('button', { name: `Activate ${one.name}` }).click();
  await expect(saidOf(page)).toContainText('Affiliate activated successfully');
  await expect(saidOf(page)).toContainText('Failed to fetch affiliates: The server cannot be reached.');
  await expect(page.locator('main .notice:not(:empty)')).toHaveCount(1);
  await page.unroute('**/api/affiliates?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(saidOf(page)).toHaveText('Affiliate activated successfully');
});

test('the export holds what the list is searched for, and nothing else', async ({ page, rows }) => {
  const [b, a] = await threeAffiliates(rows);
  await rows('update affiliates set name = $2 where id = $1', [a?.id, '=1+1, "quoted"']);
  await signInAdmin(page);
  await openSearch(page, path, a?.tag ?? '');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^affiliates-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(`"'=1+1, ""quoted"""`);
  const [header, ...lines] = parseCsv(text) ?? [];
  expect(header).toEqual(['name', 'email', 'code', 'referred_by', 'date_activated', 'date_created']);
  expect(lines).toHaveLength(3);
  expect(lines.map(([name]) => name)).toEqual(expect.arrayContaining(['=1+1, "quoted"', b?.name]));
});

test('an application shows how long it waits, and that it is overdue', async ({ page, rows }) => {
  const weeks = new Date(Date.now() - 14 * 24 * 60 * 60 * 1_000).toISOString();
  const late = await newAffiliate(rows, { end: 'late', created: weeks });
  await newAffiliate(rows, { tag: late.tag, end: 'new' });
  await newAffiliate(rows, { tag: late.tag, end: 'active', created: weeks, active: weeks });
  await signInAdmin(page);
  await openSearch(page, path, late.tag);
  await expect(cellOf(page, `${late.tag}late@`, 'Waiting')).toHaveText('10 business days, overdue');
  await expect(cellOf(page, `${late.tag}new@`, 'Waiting')).toHaveText('0 business days');
  await expect(cellOf(page, `${late.tag}active@`, 'Waiting')).toHaveText('');
});

test('a list that cannot be had says why, and comes at Try again', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  allowConsoleErrors(noAnswer);
  const one = await newAffiliate(rows);
  await signInAdmin(page);
  await page.route('**/api/affiliates?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
  );
  await page.goto(`${path}?q=${one.tag}`);
  await expect(saidOf(page)).toHaveText('Failed to fetch affiliates: Something went wrong on our side.');
  await page.unroute('**/api/affiliates?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(names(page)).toHaveText([one.name]);
  await expect(saidOf(page)).toBeEmpty();
  await context.setOffline(true);
  await head(page, 'Name').getByRole('button').click();
  await expect(saidOf(page)).toContainText('Failed to fetch affiliates: The server cannot be reached.');
  await expect(names(page)).toHaveText([one.name]);
  await expect(rowButton(page, 'Edit', one.name)).toBeVisible();
});
