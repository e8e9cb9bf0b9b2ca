import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { unique } from '../../api/mint.ts';
import { parseCsv } from '../../../src/shared/csv.ts';
import { placeOf } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { cellOf, openSearch, rowButton, rowsOf, saidOf, searchFor, signInAdmin } from './admin-screen.ts';
import { newAffiliate, threeAffiliates } from './records.ts';

const path = '/affiliate-admin';
const names = (page: Page) => rowsOf(page).locator('[data-label="Name"]');
const head = (page: Page, name: string) => page.getByRole('columnheader', { name });

test('the list loads, finds, filters and sorts, keeps that over a reload, and is exported as it stands', async ({
  page,
  rows,
}) => {
  await test.step('it says that it loads, finds by name, email and code, and says when nothing is found', async () => {
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
    await test.step('a choice made while the search waits keeps what was typed', async () => {
      await page.getByRole('searchbox').fill(one.tag);
      await page.getByLabel('State').selectOption('Not activated');
      await expect(page).toHaveURL(new RegExp(`q=${one.tag}&state=`));
      await expect(names(page)).toHaveText([one.name]);
    });
    await test.step('a search takes no more than the server looks for', async () => {
      await page.getByRole('searchbox').fill('x'.repeat(300));
      await expect(page.getByRole('searchbox')).toHaveValue('x'.repeat(255));
      await expect(page.getByText('No affiliates found')).toBeVisible();
    });
  });
  await test.step('the columns sort both ways; search, sort and state survive a reload', async () => {
    const [b, a, c] = await threeAffiliates(rows);
    const tag = a?.tag ?? '';
    const sorted = [a, b, c].map((one) => one?.name ?? '');
    await rows('update affiliates set date_activated = now() where id = $1', [b?.id]);
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
  await test.step('the export holds what the list shows, in its order', async () => {
    const [b, a] = await threeAffiliates(rows);
    await rows('update affiliates set name = $2 where id = $1', [a?.id, '=1+1, "quoted"']);
    await openSearch(page, path, `${a?.tag ?? ''}&sort=-email`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await saving;
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
  await test.step('an application shows its id, how long it waits, and that it is overdue', async () => {
    const weeks = new Date(Date.now() - 14 * 24 * 60 * 60 * 1_000).toISOString();
    const late = await newAffiliate(rows, { end: 'late', created: weeks });
    await newAffiliate(rows, { tag: late.tag, end: 'new' });
    await newAffiliate(rows, { tag: late.tag, end: 'active', created: weeks, active: weeks });
    await openSearch(page, path, late.tag);
    await expect(cellOf(page, `${late.tag}late@`, 'Waiting')).toHaveText('10 business days, overdue');
    await expect(cellOf(page, `${late.tag}late@`, 'ID')).toHaveText(late.id);
    await expect(cellOf(page, `${late.tag}new@`, 'Waiting')).toHaveText('0 business days');
    await expect(cellOf(page, `${late.tag}active@`, 'Waiting')).toHaveText('');
  });
  await test.step('the actions of a row are in sight where the table is wider than the screen', async () => {
    await page.setViewportSize({ width: 656, height: 800 });
    const table = page.locator('.table-list');
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
    const button = page.getByRole('button', { name: /^Activate/ }).first();
    await button.scrollIntoViewIfNeeded();
    await table.evaluate((box) => {
      box.scrollTo({ left: 0 });
    });
    await expect(button).toBeInViewport({ ratio: 1 });
  });
});

test('more than 50 rows come page by page; a page that is emptied gives way to the one before', async ({
  page,
  rows,
}) => {
  await signInAdmin(page);
  await test.step('pages of 50 rows, each from its beginning', async () => {
    const tag = unique();
    await rows(
      `insert into affiliates (id, name, email, code)
     select gen_random_uuid(), $1 || lpad(n::text, 3, '0'), $1 || n || '@mail.example', $1 || n
     from generate_series(1, 51) n`,
      [tag],
    );
    await page.goto(`${path}?q=${tag}&sort=name`);
    await expect(rowsOf(page)).toHaveCount(50);
    await expect(page.getByText('51 in all')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Page 1, 51 in all' })).toBeVisible();
    await page.locator('.table-wrap').evaluate((list) => {
      list.scrollIntoView({ block: 'start' });
      list.scrollTop = list.scrollHeight;
    });
    await expect(rowsOf(page).last()).toBeInViewport();
    await expect(head(page, 'Name')).toBeInViewport({ ratio: 1 });
    // A row that lies beneath the head comes out from under it with the focus.
    const beneath = rowsOf(page).nth(20);
    await beneath.evaluate((row: HTMLElement) => {
      row.closest('.table-wrap')?.scrollTo({ top: row.offsetTop });
    });
    await beneath.getByRole('checkbox').focus();
    const topOf = async (shown: Locator) => (await shown.boundingBox())?.y ?? NaN;
    const bottomOfHead = await head(page, 'Name').evaluate((cell) => cell.getBoundingClientRect().bottom);
    await expect.poll(() => topOf(beneath.getByRole('checkbox'))).toBeGreaterThanOrEqual(bottomOfHead);
    // Another order is read from its beginning.
    await head(page, 'Name').getByRole('button').click();
    await expect(names(page).first()).toHaveText(`${tag}051`);
    await expect.poll(() => page.locator('.table-wrap').evaluate((list) => list.scrollTop)).toBe(0);
    await head(page, 'Name').getByRole('button').click();
    await expect(names(page).first()).toHaveText(`${tag}001`);
    const pager = (name: string) => page.getByRole('button', { name, exact: true });
    await expect(pager('Previous')).toHaveAttribute('aria-disabled', 'true');
    await pager('Next').click();
    await expect(names(page)).toHaveText([`${tag}051`]);
    await expect(pager('Next')).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('status').filter({ hasText: 'Page 2, 51 in all' })).toBeVisible();
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
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await expect(pager('Next')).toHaveAttribute('aria-disabled', 'true');
    release(undefined);
    await expect(head(page, 'Code')).toHaveAttribute('aria-sort', 'ascending');
    await pager('Next').click();
    await expect(names(page)).toHaveText([`${tag}009`]);
  });
  await test.step('a row that leaves the list of its state hands the focus on', async () => {
    await page.unrouteAll();
    const [b, a] = await threeAffiliates(rows);
    await rows('update affiliates set date_activated = now() where code = $1', [`${a?.tag ?? ''}c`]);
    // One row a page.
    await page.route('**/api/affiliates?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=50', 'limit=1') }),
    );
    await page.goto(`${path}?q=${a?.tag ?? ''}&state=inactive&sort=name`);
    await expect(names(page)).toHaveText([a?.name ?? '']);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(names(page)).toHaveText([b?.name ?? '']);
    await rowButton(page, 'Activate', b?.name ?? '').press('Enter');
    await expect(saidOf(page)).toHaveText('Affiliate activated successfully');
    await expect(saidOf(page)).toBeFocused();
    await expect(names(page)).toHaveText([a?.name ?? '']);
    // The only page has no number.
    await expect(page.locator('.pager')).toHaveText('Previous1 in allNext');
  });
});
