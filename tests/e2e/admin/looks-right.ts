import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Neither scheme, on neither a phone nor a desktop, has an accessibility violation. */
export const isAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1440]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
};

/** A screen of 320 px neither scrolls sideways nor cuts anything off, but what scrolls by itself. */
export const fits = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const parts = page.locator(
    'main :is(h1, h2, h3, p, a, button, input, select, code, dd, td, li, figure, dialog)',
  );
  const cut = await parts.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none')
      .filter((one) => one.getBoundingClientRect().right > 321 || one.getBoundingClientRect().left < -1)
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  expect(cut).toEqual([]);
};

export const looksRight = async (page: Page): Promise<void> => {
  await isAccessible(page);
  await fits(page);
};
