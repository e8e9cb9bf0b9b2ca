import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { ElementContext, RunOnly } from 'axe-core';
import { inProject } from '../../stack/paths.ts';
import { expectNoMissingCss } from './expect-css.ts';
import { expect } from './fixtures.ts';

/** Loads in two thirds of the time of axe.js, which is as long as three runs of the rules. */
const axeScript = readFileSync(inProject('node_modules/axe-core/axe.min.js'), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Runs axe's rules for WCAG 2.2 on the page, or on the part with a selector. Loads axe once per page, because loading is slow. */
export async function expectNoAxeViolations(page: Page, part = 'html'): Promise<void> {
  await runAxe(page, part, { type: 'tag', values: standards });
}

async function runAxe(page: Page, part: string, runOnly: RunOnly): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  const violations = await page.evaluate(
    async ([context, only]) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const results = await checker.run(context as ElementContext, {
        runOnly: only,
        // axe leaves this rule of WCAG 2.2 out by default.
        rules: { 'target-size': { enabled: true } },
        resultTypes: ['violations'],
      });
      return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
    [part, runOnly] as const,
  );
  expect(violations).toEqual([]);
}

/** Expects that a screen of 320 px needs no sideways scrolling, cuts nothing off, and has no box that scrolls by 2 px or less. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(measurePhone)).toEqual({ isWide: false, cut: [], barely: [] });
}

/** Runs in the page. */
function measurePhone() {
  const parts = document.querySelectorAll(
    'main :is(h1, h2, h3, p, a, button, input, select, code, dd, td, li, figure, dialog)',
  );
  const shorten = (all: Element[]) => all.map((one) => one.outerHTML.slice(0, 120));
  return {
    isWide: document.documentElement.scrollWidth > 320,
    cut: shorten(
      [...parts]
        .filter((one) => one.getBoundingClientRect().right > 321 || one.getBoundingClientRect().left < -1)
        .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none')
        .filter((one) => !one.closest('.visually-hidden, .table-cards thead')),
    ),
    barely: shorten(
      [...document.querySelectorAll('body *')]
        .filter((one) => one.scrollHeight > one.clientHeight && one.scrollHeight <= one.clientHeight + 2)
        .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.checkVisibility()),
    ),
  };
}

/** Expects no axe violation on a phone in light colors, the CSS of the page, and that it fits a screen of 320 px. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoAxeViolations(page);
  await expectNoMissingCss(page);
  await expectFitsPhone(page);
  if (size) await page.setViewportSize(size);
}

/** Expects the same, and enough contrast in dark colors. Once for each kind of screen, not for its other states. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectAccessibleOnPhone(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await runAxe(page, 'html', { type: 'rule', values: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
}
