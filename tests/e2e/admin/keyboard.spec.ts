import type { Page } from '@playwright/test';
import {
  confirmDialog,
  deleteRow,
  insertAffiliate,
  insertThreeAffiliates,
  openSearch,
  screenNotice,
  signInAdmin,
  tableRow,
} from './admin-screen.ts';
import { deep, expect, test } from '../fixtures.ts';
import { holdRequests } from '../page-helpers.ts';

test('the result of a deletion takes no focus from the search', deep, async ({ page, rows }) => {
  const first = await insertAffiliate(rows, { end: 'a' });
  const second = await insertAffiliate(rows, { tag: first.tag, end: 'b' });
  await signInAdmin(page);
  await openSearch(page, '/affiliate-admin', first.tag);
  for (const [{ name }, clicked, isTaken] of [
    [first, page.getByRole('columnheader', { name: 'Email' }), true],
    [second, page.getByRole('searchbox'), false],
  ] as const) {
    const held = await holdRequests(page, '**/api/affiliates/*', 'DELETE');
    await deleteRow(page, name);
    await expect(confirmDialog(page)).toBeHidden();
    await clicked.click({ position: { x: 5, y: 5 } });
    held.release();
    await expect(tableRow(page, name)).toHaveCount(0);
    await expect(screenNotice(page)).toContainText('deleted successfully');
    await expect(isTaken ? screenNotice(page) : clicked).toBeFocused();
    await page.unrouteAll();
  }
});

/** The text of the focused control if another element covers its middle. */
function findCoveredFocus(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused?.closest('table')) return null;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const visited = document.elementFromPoint(x + width / 2, y + height / 2);
    return focused.contains(visited) ? null : focused.textContent;
  });
}

const longAddress = 'somebody.with.a.long.address@organisation.example';

test(
  'no focused control is covered by the list’s header or actions, at any width',
  deep,
  async ({ page, rows }) => {
    test.slow();
    const all = await insertThreeAffiliates(rows);
    await signInAdmin(page);
    for (const [width, height, referrer] of [
      [700, 500, longAddress],
      [1280, 600, longAddress],
    ] as const) {
      await rows(
        "update affiliates set name = 'Wolkenstein-Trostburg ' || code, referred_by = $2 where id = any($1)",
        [all.map(({ id }) => id), referrer],
      );
      await page.setViewportSize({ width, height });
      await openSearch(page, '/affiliate-admin', all[0]?.tag ?? '');
      const stops = await page.locator('main table :is(button, input):visible').count();
      const found: unknown[] = [];
      for (const [from, key] of [
        ['Add affiliate', 'Tab'],
        ['Previous', 'Shift+Tab'],
      ] as const) {
        await page.getByRole('button', { name: from }).focus();
        for (let stop = 0; stop < stops; stop += 1) {
          await page.keyboard.press(key);
          found.push(await findCoveredFocus(page));
        }
      }
      expect(
        found.filter((text) => text !== null),
        `${String(width)} px`,
      ).toEqual([]);
    }
  },
);
