import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unique } from '../../api/mint.ts';
import { parseCsv } from '../../../src/shared/csv.ts';
import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import {
  confirm,
  dialogOf,
  openSearch,
  rowButton,
  rowsOf,
  saidOf,
  searchFor,
  signInAdmin,
} from './admin-screen.ts';
import { newCustomer } from './records.ts';

const path = '/customer-admin';
const names = (page: Page) => rowsOf(page).locator('[data-label="Name"]');
const head = (page: Page, name: string) => page.getByRole('columnheader', { name });

test('All data about any address is downloaded; an address that is no customer’s is forgotten as a buyer’s', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('All data is there for any address, and what stops it is said', async () => {
    const one = await newCustomer(rows);
    const email = `${unique()}@mail.example`;
    await signInAdmin(page);
    await openSearch(page, path, one.tag);
    await page.getByText('All data about an address').press('Enter');
    const input = page.getByLabel('Email address');
    const get = page.getByRole('button', { name: 'Download all data' });
    for (const [typed, error] of [
      ['', 'Email is required'],
      ['nobody', 'Please enter a valid email address'],
    ] as const) {
      await input.fill(typed);
      await get.click();
      await expect(input).toBeFocused();
      await expect(input).toHaveAccessibleDescription(error);
    }
    await input.fill(email);
    await page.route('**/api/customers/data', (route) => route.abort());
    await get.click();
    await expect(saidOf(page)).toContainText('The server cannot be reached.');
    await expect(input).toHaveValue(email);
    await page.unroute('**/api/customers/data');
    const saving = page.waitForEvent('download');
    await get.click();
    const file = await saving;
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ email, customers: [] });
    await expect(saidOf(page)).toBeEmpty();
  });
  await test.step('Forget as a buyer asks first, and removes the address from purchases', async () => {
    const one = await newCustomer(rows);
    await page.getByLabel('Email address').fill('');
    const email = `o&o.${unique()}@mail.example`;
    await rows(
      "insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_email, payer_email_key) values (gen_random_uuid(), $1, 'one-time', 'basic', 'completed', 5999, $2, $2)",
      [`FORGET${unique()}`, email],
    );
    const input = page.getByLabel('Email address');
    const forget = page.getByRole('button', { name: 'Forget as a buyer' });
    await forget.click();
    await expect(input).toHaveAccessibleDescription('Email is required');
    await input.fill(one.email);
    await forget.click();
    await confirm(page, 'Forget');
    await expect(saidOf(page)).toHaveText('A customer has this address. Delete the customer instead.');
    await input.fill(email);
    await forget.dblclick();
    await expect(dialogOf(page)).toContainText(`Are you sure you want to forget ${email}?`);
    await looksRight(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await expect(saidOf(page)).toBeEmpty();
    await expect(forget).toBeFocused();
    // The form has taken the answer, and takes the next press.
    await expect(input).toBeEditable();
    await forget.press('Enter');
    await confirm(page, 'Forget');
    await expect(saidOf(page)).toHaveText('1 purchase named this address. It is forgotten.');
    await expect(input).toBeEditable();
    await forget.click();
    await confirm(page, 'Forget');
    await expect(saidOf(page)).toHaveText('0 purchases named this address. It is forgotten.');
    expect(await rows('select 1 as one from purchases where payer_email_key = $1', [email])).toEqual([]);
  });
});

test('the list loads, searches, sorts, keeps that over a reload, and is exported; a long word takes no column out of sight', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('one word as long as a name can be', async () => {
    const { id, tag } = await newCustomer(rows);
    const hosts = ['h', 'o', 's', 't'].map((letter) => letter.repeat(40)).join('.');
    const email = `${tag}${'m'.repeat(64 - tag.length)}@${hosts}.example`;
    await rows('update customers set name = $2, email = $3 where id = $1', [id, 'W'.repeat(100), email]);
    await signInAdmin(page);
    await openSearch(page, path, tag);
    await expect(head(page, 'Created')).toBeInViewport({ ratio: 1 });
    const list = page.locator('.table-list');
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  });
  const b = await newCustomer(rows, { end: 'b' });
  const a = await newCustomer(rows, { tag: b.tag, end: 'a' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/customers?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  await expect(page.getByText('Loading customers...')).toBeVisible();
  release();
  await expect(rowsOf(page).first()).toBeVisible();
  await searchFor(page, b.tag);
  await expect(page.getByText('2 in all')).toBeVisible();
  await head(page, 'Email').getByRole('button').click();
  await expect(head(page, 'Email')).toHaveAttribute('aria-sort', 'ascending');
  await expect(names(page)).toHaveText([a.name, b.name]);
  await head(page, 'Email').getByRole('button').click();
  await expect(names(page)).toHaveText([b.name, a.name]);
  expect(placeOf(page)).toBe(`${path}?q=${b.tag}&sort=-email`);
  await page.reload();
  await expect(names(page)).toHaveText([b.name, a.name]);
  await test.step('the export holds what the list is searched for, and All data what is kept of one', async () => {
    const exporting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const list = await exporting;
    expect(list.suggestedFilename()).toMatch(/^customers-\d{4}-\d{2}-\d{2}\.csv$/);
    const [header, ...lines] = parseCsv(await readFile(await list.path(), 'utf8')) ?? [];
    expect(header).toEqual(['name', 'email', 'created_at']);
    expect(lines.map(([, email]) => email)).toEqual([b.email, a.email]);
    const saving = page.waitForEvent('download');
    await rowButton(page, 'All data', `about ${a.name}`).click();
    const data = await saving;
    expect(data.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d{2}-\d{2}\.json$/);
    expect(JSON.parse(await readFile(await data.path(), 'utf8'))).toMatchObject({
      email: a.email,
      customers: [{ id: a.id, name: a.name, email: a.email }],
      purchases: [],
    });
  });
  await searchFor(page, unique());
  await expect(page.getByText('No customers found')).toBeVisible();
  await test.step('a list that cannot be had says why, and comes at Try again', async () => {
    await page.unroute('**/api/customers?*');
    await page.route('**/api/customers?*', (route) => route.abort());
    await page.goto(`${path}?q=${a.tag}`);
    await expect(saidOf(page)).toContainText('Failed to fetch customers: The server cannot be reached.');
    await page.unroute('**/api/customers?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(names(page)).toHaveCount(2);
  });
});
