import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

const region = (page: Page) => page.getByRole('region', { name: /in miniature, with invented people$/ });
const status = (page: Page) => region(page).getByRole('status');

/** Collects the requests for the window's script, and all requests after it. */
function watchRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/WindowScript') || requests.length > 0) requests.push(request.url());
  });
  return requests;
}

test('the window on the home page is used by keyboard alone, and sends nothing', async ({ page }) => {
  const requests = watchRequests(page);
  await test.step('it is a picture before the first touch', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.getByRole('img', { name: /window/ })).toBeVisible();
    await expect(region(page)).toHaveCount(0);
    expect(requests).toEqual([]);
  });
  await test.step('the focus near it makes controls of it', async () => {
    await page.getByRole('link', { name: 'Why Choose Us' }).focus();
    await expect(region(page)).toBeVisible();
    await page.getByRole('link', { name: 'Download it free' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('option', { name: 'All contacts 218' })).toBeFocused();
  });
  await test.step('arrow keys choose lists', async () => {
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await expect(status(page)).toHaveText('Choir: 24 of 218 people');
  });
  await test.step('typing finds', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.type('ines');
    await expect(status(page)).toHaveText('1 of 218 people');
    await page.keyboard.type('x');
    await expect(region(page).getByText('Nobody in Choir matches “inesx”.')).toBeVisible();
    await page.keyboard.press('Backspace');
  });
  await test.step('Export saves the people that are shown', async () => {
    await page.keyboard.press('Tab');
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toBe('people.csv');
    expect(await readFile(await file.path(), 'utf8')).toBe(
      '\uFEFFname,phone,email,home,groups,tags\r\n' +
        'Inês Carvalho,+351 21 555 0147,ines@carvalho.example,"Rua da Fonte 12, Lisboa","Family, Choir","birthday-card, godparents"\r\n',
    );
  });
  await test.step('two entries are merged, and the merge is undone', async () => {
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await expect(page.getByRole('button', { name: 'Review' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Possible duplicate' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'carvalho@harbor.example' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await expect(status(page)).toHaveText('Merged: 1 of 217 people');
    await expect(region(page).getByText('carvalho@harbor.example')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Review' })).toBeFocused();
    await expect(status(page)).toHaveText('Undone: 1 of 218 people');
  });
  await test.step('letters jump, and the archive is a list of its own', async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByRole('option', { name: 'All contacts 218' }).click();
    await page.getByRole('button', { name: 'T', exact: true }).click();
    await expect(page.getByRole('option', { name: /Ana Tui/ })).toBeInViewport();
    await page.getByRole('button', { name: /^Archive/ }).click();
    await expect(page.getByRole('option', { name: /Ruth Adler/ })).toBeVisible();
    await expect(status(page)).toHaveText('Remembered: 9 remembered people');
  });
  expect(requests.filter((url) => !/\/(WindowScript|live)\./.test(url))).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('a narrow window shows one pane at a time and keeps the focus', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await pageScriptHasRun(page);
  await page.locator('.opening').dispatchEvent('pointerover');
  await page.getByRole('button', { name: 'Groups', exact: true }).click();
  await page.getByRole('option', { name: '#godparents 6' }).click();
  await expect(status(page)).toContainText('6 of 218 people');
  await page.getByRole('option', { name: /Inês Carvalho/ }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('group', { name: 'Possible duplicate' })).toBeFocused();
  await expectAccessible(page);
});

test('/features opens with the review, and a lost script leaves the drawing', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await page.route('**/_astro/WindowScript*', (route) => route.abort(), { times: 1 });
  await page.goto('/features');
  await pageScriptHasRun(page);
  await page.locator('.opening').dispatchEvent('pointerover');
  await expect(page.locator('.opening:not([hydrated])')).toBeVisible();
  await expect(page.getByRole('img', { name: /side by side/ })).toBeVisible();
  await page.locator('.opening').dispatchEvent('pointerover');
  await page.getByRole('button', { name: 'Merge' }).click();
  await expect(status(page)).toHaveText('Merged: 2 of 217 people');
  await expectAccessible(page);
});
