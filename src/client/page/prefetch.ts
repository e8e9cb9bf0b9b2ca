import { pageLinkOf } from './link.ts';

const fetched = new Set<string>();

/** Where the browser knows no speculation rules: fetches a link's page as soon as it is pressed. */
export const prefetchPressedLinks = (): void => {
  if (HTMLScriptElement.supports?.('speculationrules')) return;
  document.addEventListener('pointerdown', (event) => {
    const address = pageLinkOf(event)?.href;
    if (!address || fetched.has(address)) return;
    fetched.add(address);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: address }));
  });
};
