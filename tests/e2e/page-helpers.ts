import { readdirSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { pathFromName } from '../../src/copy/page-path.ts';
import { inProject } from '../../stack/paths.ts';

/** Requests that a test holds back. */
interface HeldRequests {
  /** Lets the held requests and all later ones through. */
  readonly release: () => void;
  /** Returns how many requests the page has sent. */
  readonly count: () => number;
}

/** Holds the page's requests to `url` back, or only those with `method`. */
export async function holdRequests(page: Page, url: string | RegExp, method?: string): Promise<HeldRequests> {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  let count = 0;
  await page.route(url, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    count += 1;
    await released;
    return route.fallback();
  });
  return {
    release: () => {
      release(undefined);
    },
    count: () => count,
  };
}

/** Waits until the page's path is `path`; the query does not matter. */
export function waitForPath(page: Page, path: string): Promise<void> {
  return page.waitForURL(({ pathname }) => pathname === path);
}

/** Measures an element's width in CSS pixels, after the page's own fonts are applied. */
export async function measureWidth(element: Locator): Promise<number | undefined> {
  await element.page().waitForSelector('html[data-fonts]');
  return (await element.boundingBox())?.width;
}

/** Chromium's console errors for a 4xx or 5xx answer and for an aborted request. */
export const failedRequest = /status of (400|401|403|404|409|422|500|503)|ERR_FAILED/;

/** Chromium's console errors for a request without a connection and for an aborted request. */
export const offlineError = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** The address of every page of src/content/pages, and of the page for a missing address. */
export const contentPages: readonly string[] = [
  ...readdirSync(inProject('src/content/pages'))
    .map((file) => file.replace(/\.md$/, ''))
    .map(pathFromName),
  '/404',
];

/** Returns the link _Buy Now_ of the site's header. */
export function buyLink(page: Page): Locator {
  return page.locator('.site-header').getByRole('link', { name: 'Buy Now' });
}

/** The page's error notice. */
export function errorNotice(page: Page): Locator {
  return page.locator('main .notice[role=alert]');
}
