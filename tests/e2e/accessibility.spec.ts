import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { contentPages } from './content-pages.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ allowConsoleErrors }) => {
  allowConsoleErrors(/status of 404/);
});

for (const path of contentPages)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${path} has no accessibility violation, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await page.locator('details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '');
      });
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      }
    });

for (const path of contentPages)
  test(`${path} fits a screen of 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const cut = await page.locator('main :is(h1, h2, h3, p, a, button, code)').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none')
        .filter((one) => one.getBoundingClientRect().right > 321 || one.getBoundingClientRect().left < -1)
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    expect(cut).toEqual([]);
  });

/** Where the focus is: its place among all elements, whether it can be seen, and whether it is outlined. */
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
      place: [...document.querySelectorAll('*')].indexOf(element),
      shown,
      ring,
      html: element.outerHTML.slice(0, 120),
    };
  });

for (const path of contentPages)
  test(`${path} is walked through by keyboard, in order, with the focus in sight`, async ({ page }) => {
    await page.goto(path);
    const wanted = await page
      .locator('a[href], button, summary, input:not([type=radio])')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => [...document.querySelectorAll('*')].indexOf(one)),
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
  });

test('the skip link leads past the bar', async ({ page }) => {
  await page.goto('/why');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main a').first()).toBeFocused();
});
