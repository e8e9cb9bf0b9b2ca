import { pageLinkOf } from './link.ts';

const fetched = new Set<string>();

/**
 * Where the browser knows no speculation rules: fetches a link's page as soon as it is pressed. Not by a link of its own,
 * which some hold against the policy's default-src.
 */
export const prefetchPressedLinks = (): void => {
  if (HTMLScriptElement.supports?.('speculationrules')) return;
  document.addEventListener('pointerdown', (event) => {
    const address = pageLinkOf(event)?.href;
    if (!address || fetched.has(address)) return;
    fetched.add(address);
    fetch(address, { priority: 'low' }).catch(() => undefined);
  });
};
