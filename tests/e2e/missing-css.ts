import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { stackUrl } from './stack-fixtures.ts';

/**
 * Returns what the build took out of a page's CSS although the page, as it stands now, uses it. `file` is the page's
 * file in the build.
 */
export async function missingCss(page: Page, file: string): Promise<string[]> {
  const html = await readFile(path.join(stackUrl('E2E_WHOLE_PAGES'), file), 'utf8');
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  return page.evaluate(selectorsMissing, styles.join('\n'));
}

/**
 * Runs in the page. Returns the selectors of `whole` that match an element of the page, in any state, and that the
 * page's own styles lack, and the custom properties that the page uses and its styles lack. The browser's own parser
 * and matcher are the judges.
 */
function selectorsMissing(whole: string): string[] {
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
  const parts = ({ selectorText }: CSSStyleRule) =>
    selectorText.split(/,(?![^(]*\))/).map((part) => matchingAlternatives(part.trim()));
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
}
