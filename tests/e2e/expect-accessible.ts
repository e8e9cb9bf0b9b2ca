import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { ElementContext } from 'axe-core';
import { inProject } from '../../stack/paths.ts';
import { expect } from './fixtures.ts';

/** Loads in two thirds of the time of axe.js, which is as long as three runs of the rules. */
const axeScript = readFileSync(inProject('node_modules/axe-core/axe.min.js'), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Runs axe's rules for WCAG 2.2 on the page, or on the part with a selector. Loads axe once per page, because loading is slow. */
export async function expectNoAxeViolations(page: Page, part = 'html'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  const violations = await page.evaluate(
    async ([context, tags]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const results = await checker.run(context as ElementContext, {
        runOnly: { type: 'tag', values: [...tags] },
        // axe leaves this rule of WCAG 2.2 out by default.
        rules: { 'target-size': { enabled: true } },
        resultTypes: ['violations'],
      });
      return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
    [part, standards] as const,
  );
  expect(violations).toEqual([]);
}

async function show(page: Page, colorScheme: 'light' | 'dark', width: number): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 800 });
}

/** Expects that a screen of 320 px needs no sideways scrolling, cuts nothing off, and has no box that scrolls by 2 px or less. */
export async function expectFitsPhone(page: Page): Promise<void> {
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
}

/** Expects no axe violation on a phone in light colours, and that the page fits a screen of 320 px. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await show(page, 'light', 360);
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
}

/**
 * Expects no axe violation on a phone in light colours and on a desktop in dark colours, and that the page fits a screen of
 * 320 px. Once for each kind of screen; its other states are tested on a phone.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await show(page, 'light', 360);
  await expectNoAxeViolations(page);
  await show(page, 'dark', 1440);
  await expectNoAxeViolations(page);
  await expectFitsPhone(page);
}
