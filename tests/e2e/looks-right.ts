import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What another colour scheme can break; everything else is the same in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

const show = async (page: Page, colorScheme: 'light' | 'dark', width: number): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 800 });
};

/** The page is analysed where it stands: otherwise another page is opened for each result, which takes as long again. */
export const axeOf = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

const findsNothing = async (axe: AxeBuilder): Promise<void> => {
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
};

/** Neither scheme, on neither a phone nor a desktop, has an accessibility violation. */
const isAccessible = async (page: Page): Promise<void> => {
  for (const width of [360, 1440]) {
    await show(page, 'light', width);
    await findsNothing(axeOf(page).withTags(standards));
  }
  for (const width of [1440, 360]) {
    await show(page, 'dark', width);
    await findsNothing(axeOf(page).withRules(rulesOfColour));
  }
};

/** A screen of 320 px neither scrolls sideways nor cuts anything off, and nothing scrolls down for a pixel or two. */
export const fits = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const parts = page.locator(
    'main :is(h1, h2, h3, p, a, button, input, select, code, dd, td, li, figure, dialog)',
  );
  const cut = await parts.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none')
      .filter((one) => !one.closest('.visually-hidden, .table-cards thead'))
      .filter((one) => one.getBoundingClientRect().right > 321 || one.getBoundingClientRect().left < -1)
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  expect(cut).toEqual([]);
  const barely = await page.locator('body *').evaluateAll((all) =>
    all
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.checkVisibility())
      .filter((one) => one.scrollHeight > one.clientHeight && one.scrollHeight <= one.clientHeight + 2)
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  expect(barely).toEqual([]);
};

/** The page as it stands has no accessibility violation, light and dark, and fits a screen of 320 px. */
export const looksRight = async (page: Page): Promise<void> => {
  await isAccessible(page);
  await fits(page);
};
