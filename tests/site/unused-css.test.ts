import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { withShortScopes } from '../../src/build/short-scopes.ts';
import { openTestBrowser } from '../stack/open-browser.ts';
import { pageScriptHasRun } from '../stack/page-script.ts';

/**
 * Runs in the page: what `whole` says about its elements, in whatever state, and its own styles do not, by
 * selector; or by custom property, where something on the page names it. The browser's own parser and
 * matcher are the judges.
 */
const missed = (whole: string): string[] => {
  const anyState = (selector: string) =>
    selector
      .replaceAll(/:not\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, ':where(*)')
      .replaceAll(/::?(?!is\(|where\(|has\()[a-z-]+(?:\([^()]*\))?/g, ':where(*)');
  const rulesOf = (rules: CSSRuleList): CSSStyleRule[] =>
    [...rules].flatMap((rule) => {
      const own = rule instanceof CSSStyleRule ? [rule] : [];
      // Keyframes hold steps, not selectors.
      const inner = 'cssRules' in rule && !(rule instanceof CSSKeyframesRule) ? rule.cssRules : null;
      return inner instanceof CSSRuleList ? [...own, ...rulesOf(inner)] : own;
    });
  const parts = ({ selectorText }: CSSStyleRule) =>
    selectorText.split(/,(?![^(]*\))/).map((part) => part.trim());
  const properties = ({ style }: CSSStyleRule) => [...style].filter((name) => name.startsWith('--'));

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(whole);
  const kept = [...document.styleSheets].flatMap((own) => rulesOf(own.cssRules));
  const keptSelectors = new Set(kept.flatMap(parts));
  const keptProperties = new Set(kept.flatMap(properties));
  const named = document.documentElement.outerHTML;
  return rulesOf(sheet.cssRules).flatMap((rule) => {
    const matching = parts(rule).filter((selector) => document.querySelector(anyState(selector)));
    const empty = properties(rule).length === rule.style.length;
    const selectors = matching.filter((selector) => !keptSelectors.has(selector) && !empty);
    const names = matching.length === 0 ? [] : properties(rule);
    const wanted = names.filter((name) => !keptProperties.has(name) && named.includes(`var(${name}`));
    return [...selectors, ...wanted];
  });
};

const stylesOf = (html: string): string =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n');
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const pages = inject('pages');
const files = inject('files');
/** A page with all of its CSS, under the short names that the built page has. */
const wholePage = async (file: string): Promise<string> =>
  withShortScopes(await readFile(path.join(inject('wholePages'), file), 'utf8'));
let browser: Browser;

beforeAll(async () => {
  browser = await openTestBrowser();
});
afterAll(() => browser.close());

describe.each(pages)('$path', ({ path: address, file }) => {
  test.concurrent('misses no rule, before and after its islands wake up', async ({ expect }) => {
    const whole = stylesOf(await wholePage(file));
    const context = await browser.newContext();
    const page = await context.newPage();
    // A screen that turns a signed-out visitor away is looked at, not the page that it leads to.
    let navigations = 0;
    await page.route('**', (route) => {
      if (route.request().isNavigationRequest()) navigations += 1;
      return navigations > 1 && route.request().isNavigationRequest()
        ? route.fulfill({ status: 204 })
        : route.continue();
    });
    await page.goto(inject('siteUrl') + address);
    expect(await page.evaluate(missed, whole)).toEqual([]);
    await pageScriptHasRun(page);
    const islands = await page.locator('astro-island').all();
    for (const island of islands) await island.dispatchEvent('pointerover');
    await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(missed, whole)).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(address);
    await context.close();
  });

  test('misses no animation and no face that it names', async () => {
    const lean = stylesOf(await readFile(path.join(files, file), 'utf8'));
    const whole = stylesOf(await wholePage(file));
    expect(lean.length).toBeLessThan(whole.length);
    for (const pattern of [/@keyframes\s+([\w-]+)/g, /@font-face\s*\{\s*font-family:\s*["']?([^"';}]+)/g]) {
      const declared = namesIn(lean, pattern);
      const rest = lean.replaceAll(/@font-face\s*\{[^}]*\}/g, '').replaceAll(/@keyframes\s+[\w-]+/g, '');
      const missing = namesIn(whole, pattern).filter(
        (name) => rest.includes(name) && !declared.includes(name),
      );
      expect(missing).toEqual([]);
    }
  });
});

test('a page without forms and tables has no rule for them', async () => {
  const lean = stylesOf(await readFile(path.join(files, 'about.html'), 'utf8'));
  expect(lean).toContain('.site-footer');
  expect(lean).not.toMatch(/\.(?:password|field|debug|sort|qr)\b|[},]t[dh]\b/);
});
