import type { Locator, Page } from '@playwright/test';
import { unique } from '../../api/factories.ts';
import { deep, expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';
import {
  insertThreeAffiliates,
  openNewForm,
  openSearch,
  saveForm,
  signInAdmin,
  tableRow,
} from './admin-screen.ts';

/** The places of an element and of the parts of the page around it. */
async function placesOf(page: Page, element: Locator): Promise<unknown> {
  const parts = page.locator('main h1, main .controls, main table, main .pager');
  return [
    await element.boundingBox(),
    await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top)),
    await page.evaluate(() => scrollY),
  ];
}

/** The sum of all layout shifts of the page since the last call. */
function readShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Shifts are reported after the next frame.
        requestAnimationFrame(() =>
          setTimeout(() => {
            resolve(window.layoutShift ?? 0);
            window.layoutShift = 0;
          }),
        );
      }),
  );
}

declare global {
  interface Window {
    layoutShift?: number;
  }
}

test(
  'a list moves nothing when its rows arrive, and when one is opened beside it',
  deep,
  async ({ page, rows }) => {
    const tag = unique();
    await rows(
      `insert into affiliates (id, name, email, code)
     select gen_random_uuid(), $1 || lpad(n::text, 3, '0'), $1 || n || '@mail.example', $1 || n
     from generate_series(1, 40) n`,
      [tag],
    );
    const row = tableRow(page, `${tag}030`);
    await signInAdmin(page);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          window.layoutShift =
            (window.layoutShift ?? 0) + (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const width of [360, 1440])
      await test.step(`the rows arrive in a window of ${String(width)} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        const held = await holdRequests(page, '**/api/affiliates?*');
        await page.goto('/affiliate-admin');
        await expect(page.getByText('Loading affiliates...')).toBeVisible();
        await page.waitForSelector('html[data-fonts]');
        await readShift(page);
        held.release();
        await expect(page.locator('.table-list')).toBeVisible();
        expect(await readShift(page)).toBeLessThanOrEqual(0.001);
        await page.unrouteAll();
      });
    await test.step('a panel opens where the user looks', async () => {
      await openSearch(page, '/affiliate-admin', `${tag}&sort=name`);
      await row.scrollIntoViewIfNeeded();
      const place = async () => [(await row.boundingBox())?.y, await page.evaluate(() => scrollY)];
      const before = await place();
      await row.getByRole('button', { name: /^Review/ }).click();
      await expect(page.getByRole('heading', { name: `Application of ${tag}030` })).toBeInViewport();
      expect(await place()).toEqual(before);
    });
  },
);

test(
  'selecting rows moves nothing; invalid fields stay red',
  deep,
  async ({ page, rows, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    const [first, second] = await insertThreeAffiliates(rows);
    await signInAdmin(page);
    for (const width of [360, 1440])
      await test.step(`selecting rows moves nothing in a window of ${String(width)} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        await openSearch(page, '/affiliate-admin', first?.tag ?? '');
        await page.waitForSelector('html[data-fonts]');
        const row = tableRow(page, second?.name ?? '');
        await row.scrollIntoViewIfNeeded();
        const before = await placesOf(page, row);
        const box = page.getByLabel(`Select ${first?.name ?? ''}`);
        const bar = page.getByRole('group', { name: 'Selected affiliates' });
        await box.evaluate((element: HTMLInputElement) => {
          element.click();
        });
        await expect(bar).toBeInViewport({ ratio: 1 });
        expect(await placesOf(page, row)).toEqual(before);
        await box.evaluate((element: HTMLInputElement) => {
          element.click();
        });
        await expect(bar).toBeHidden();
        expect(await placesOf(page, row)).toEqual(before);
      });
    await test.step('a list that cannot be loaded offers no search and no export', async () => {
      await page.route('**/api/customers?*', (route) => route.abort());
      await page.goto('/customer-admin');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect(page.getByRole('searchbox')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
      await page.unroute('**/api/customers?*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('searchbox')).toBeVisible();
    });
    await test.step('an invalid field stays red under the pointer and in focus', async () => {
      await openNewForm(page, 'customer');
      await saveForm(page);
      const field = page.locator('form.record-form').getByLabel('Name');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      const edge = () => field.evaluate((input) => getComputedStyle(input).borderTopColor);
      const danger = await page
        .locator('.field-error:not(:empty)')
        .first()
        .evaluate((error) => getComputedStyle(error).color);
      await expect.poll(edge).toBe(danger);
      await field.hover();
      // The color has a transition.
      await page.waitForTimeout(300);
      expect(await edge()).toBe(danger);
      await page.mouse.move(0, 0);
      await expect(field).toBeFocused();
      expect(await edge()).toBe(danger);
      await page.emulateMedia({ forcedColors: 'active' });
      await field.hover();
      expect(await field.evaluate((input) => getComputedStyle(input).borderInlineStartWidth)).toBe('5px');
    });
  },
);
