import type { Page } from '@playwright/test';
import { contentPages } from './content-pages.ts';
import { expect, test } from './fixtures.ts';
import { looksRight } from './looks-right.ts';

test.beforeEach(({ allowConsoleErrors }) => {
  allowConsoleErrors(/status of 404/);
});

/** Where the focus is: its place among all that is shown, whether it can be seen, and whether it is outlined. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { top, bottom, width } = element.getBoundingClientRect();
    const shown = element.matches('.skip') || (width > 0 && bottom > 0 && top < innerHeight);
    const ring = [element, element.closest('label, .plan')].some(
      (one) => one && getComputedStyle(one).outlineStyle !== 'none',
    );
    return {
      place: [...document.body.querySelectorAll('*')].indexOf(element),
      shown,
      ring,
      html: element.outerHTML.slice(0, 120),
    };
  });

for (const path of contentPages)
  test(`${path}: the keyboard reaches everything in order and in sight; no accessibility violation, fits 320 px`, async ({
    page,
  }) => {
    test.slow();
    await page.goto(path);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    const wanted = await page
      .locator('a[href], button, summary, input:not([type=radio])')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => [...document.body.querySelectorAll('*')].indexOf(one)),
      );
    const seen: number[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      if (!now || seen.includes(now.place)) break;
      expect(now, now.html).toMatchObject({ shown: true, ring: true });
      seen.push(now.place);
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(wanted.filter((place) => !seen.includes(place))).toEqual([]);
    await page.locator('details').evaluateAll((all) => {
      for (const one of all) one.setAttribute('open', '');
    });
    await looksRight(page);
  });

test('the skip link leads past the bar', async ({ page }) => {
  await page.goto('/why');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main a').first()).toBeFocused();
});
