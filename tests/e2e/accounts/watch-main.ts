import type { Page } from '@playwright/test';

const key = 'seen-in-main';

/**
 * Records every text that ever stands in a page's main part, however shortly, on each page that is opened from
 * now on. The answer gives what was seen at `path`.
 */
export const watchMain = async (page: Page): Promise<(path: string) => string> => {
  const seen: [path: string, text: string][] = [];
  await page.exposeFunction(key, (path: string, text: string) => {
    seen.push([path, text]);
  });
  await page.addInitScript((name) => {
    const keep = Reflect.get(window, name) as (path: string, text: string) => void;
    const look = () => {
      const text = document.querySelector('main')?.textContent;
      if (text) keep(location.pathname, text);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, key);
  return (path) =>
    seen
      .filter(([place]) => place === path)
      .map(([, text]) => text)
      .join('\n');
};
