import { readFile } from 'node:fs/promises';
import { unique } from '../../api/mint.ts';
import { parseCsv } from '../../../src/shared/csv.ts';
import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { noAnswer, openSearch, rowOf, rowsOf, saidOf, signInAdmin } from './admin-screen.ts';
import { newAffiliate, threeAffiliates } from './records.ts';

const path = '/affiliate-admin';

test('an address that asks for what no list has shows the list without that, and what was searched for', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newAffiliate(rows);
  await signInAdmin(page);
  await page.goto(`${path}?q=${one.tag}&state=bogus&sort=bogus`);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByLabel('State')).toHaveValue('');
  await expect(saidOf(page)).toBeEmpty();
  expect(placeOf(page)).toBe(`${path}?q=${one.tag}`);
});

test('a column says that the list is sorted by it once it is', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(noAnswer);
  const one = await newAffiliate(rows);
  const head = (name: string) => page.getByRole('columnheader', { name });
  await signInAdmin(page);
  await page.goto(`${path}?q=${one.tag}&sort=name`);
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
  await context.setOffline(true);
  await head('Email').getByRole('button').click();
  await expect(saidOf(page)).toContainText('Failed to fetch affiliates');
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('Email')).toHaveAttribute('aria-sort', 'none');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(head('Email')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('Name')).toHaveAttribute('aria-sort', 'none');
});

test('on a phone the next page is read from its beginning', async ({ page, rows }) => {
  const tag = unique();
  for (let number = 0; number < 60; number += 1)
    await newAffiliate(rows, { tag, end: String(number).padStart(2, '0') });
  await signInAdmin(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openSearch(page, path, `${tag}&sort=name`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(rowOf(page, `Record ${tag}50`).first()).toBeInViewport();
});

test('on a desk the list begins anew in its own frame, and “Next” stays where it is', async ({
  page,
  rows,
}) => {
  const tag = unique();
  for (let number = 0; number < 120; number += 1)
    await newAffiliate(rows, { tag, end: String(number).padStart(3, '0') });
  await signInAdmin(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openSearch(page, path, `${tag}&sort=name`);
  const next = page.getByRole('button', { name: 'Next' });
  const list = page.locator('main .table-list');
  await list.evaluate((element) => {
    element.scrollTo({ top: 500 });
  });
  await next.scrollIntoViewIfNeeded();
  const before = await next.boundingBox();
  await next.click();
  await expect(rowOf(page, `Record ${tag}050`).first()).toBeVisible();
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  expect(await next.boundingBox()).toEqual(before);
});

test('the file of a list has the order of the list', async ({ page, rows }) => {
  const [first] = await threeAffiliates(rows);
  await signInAdmin(page);
  await openSearch(page, path, `${first?.tag ?? ''}&sort=-name`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [, ...lines] = parseCsv(await readFile(await (await saving).path(), 'utf8')) ?? [];
  expect(lines.map(([name]) => name?.at(-1))).toEqual(['c', 'b', 'a']);
});

test('a search takes no more than the server looks for', async ({ page }) => {
  await signInAdmin(page);
  await page.goto(path);
  await page.getByRole('searchbox').fill('x'.repeat(300));
  await expect(page.getByRole('searchbox')).toHaveValue('x'.repeat(255));
  await expect(page.getByText('No affiliates found')).toBeVisible();
});
