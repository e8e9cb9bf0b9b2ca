import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { shortenScopes } from '../../src/build/shorten-page.ts';
import { expect } from './fixtures.ts';
import { stackUrl } from './stack-fixtures.ts';

/** Expects that the build has removed no CSS that the page uses in its current state. Ignores pages that the server renders. */
export async function expectNoMissingCss(page: Page): Promise<void> {
  const address = new URL(page.url()).pathname.replace(/^\/profile\/.*/, '/profile');
  const file = path.join(stackUrl('E2E_WHOLE_PAGES'), address === '/' ? 'index.html' : `${address}.html`);
  if (!existsSync(file)) return;
  const html = shortenScopes(await readFile(file, 'utf8'));
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  expect(await page.evaluate(findMissingSelectors, styles.join('\n')), address).toEqual([]);
}

/**
 * Runs in the page. Returns the selectors of `wholeCss` that match an element of the page, in any state, and that the
 * page's own styles lack, and the custom properties that the page uses and its styles lack. Uses the browser's own
 * parser and matcher.
 */
function findMissingSelectors(wholeCss: string): string[] {
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
  // The build also removes alternatives that match nothing on the page.
  const matchingAlternatives = (selector: string) =>
    selector.replaceAll(/:is\(([^()]*)\)/g, (_, list: string) => {
      const found = list.split(',').filter((one) => document.querySelector(anyState(one.trim())));
      return `:is(${found.map((one) => one.trim()).join(', ')})`;
    });
  const classes = new Set(
    [...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]),
  );
  // Without this, the browser searches the whole page for most selectors.
  const hasClasses = (selector: string) =>
    [
      ...selector
        .replace(/:(?:not|is|where|has)\([^]*\)/, '')
        .replaceAll(/\[[^\]]*\]/g, '')
        .matchAll(/\.([\w-]+)/g),
    ].every(([, name = '']) => classes.has(name));
  /** Writes the selector of a nested rule out, with that of the rule around it. */
  const wholeSelector = ({ selectorText, parentRule }: CSSStyleRule): string =>
    parentRule instanceof CSSStyleRule
      ? selectorText.replaceAll('&', `:is(${wholeSelector(parentRule)})`)
      : selectorText;
  const parts = (rule: CSSStyleRule) =>
    wholeSelector(rule)
      .split(/,(?![^(]*\))/)
      .map((part) => matchingAlternatives(part.trim()));
  const properties = ({ style }: CSSStyleRule) => [...style].filter((name) => name.startsWith('--'));

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(wholeCss);
  const kept = [...document.styleSheets].flatMap((own) => rulesOf(own.cssRules));
  const keptSelectors = new Set(kept.flatMap(parts));
  const keptProperties = new Set(kept.flatMap(properties));
  const named = document.documentElement.outerHTML;
  return rulesOf(sheet.cssRules).flatMap((rule) => {
    const matching = parts(rule).filter(
      (selector) => hasClasses(selector) && document.querySelector(anyState(selector)),
    );
    const empty = properties(rule).length === rule.style.length;
    const selectors = matching.filter((selector) => !keptSelectors.has(selector) && !empty);
    const names = matching.length === 0 ? [] : properties(rule);
    const expected = names.filter((name) => !keptProperties.has(name) && named.includes(`var(${name}`));
    return [...selectors, ...expected];
  });
}
