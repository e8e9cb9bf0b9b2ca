import axe, { type ElementContext } from 'axe-core';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Runs the rules of WCAG 2.2 on the page as it stands, or on the part with this selector. A page keeps axe, whose script
 * takes as long to start as its rules.
 */
export async function expectNoViolations(page: Page, part = 'html'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ([context, tags]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const results = await checker.run(context as ElementContext, {
        runOnly: { type: 'tag', values: [...tags] },
        resultTypes: ['violations'],
      });
      return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
    [part, standards] as const,
  );
  expect(violations).toEqual([]);
}

const show = async (page: Page, colorScheme: 'light' | 'dark', width: number): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 800 });
};

/** Runs all rules on a phone in the light scheme, and on a desktop in the dark scheme. */
const isAccessible = async (page: Page): Promise<void> => {
  await show(page, 'light', 360);
  await expectNoViolations(page);
  await show(page, 'dark', 1440);
  await expectNoViolations(page);
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
