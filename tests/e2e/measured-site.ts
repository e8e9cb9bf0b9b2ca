import { randomUUID } from 'node:crypto';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../browsers/browser.ts';
import { deep, expect, test as base } from './fixtures.ts';

export { deep, expect };

type Details = Readonly<Record<string, unknown>>;

/** The analytics stand-in, as seen by this test's user agent. */
interface Analytics {
  readonly commands: () => Promise<unknown[][]>;
  /** Returns the received events as `[name, details]`. */
  readonly events: () => Promise<[unknown, Details][]>;
  /** Returns how often the analytics script was requested. */
  readonly loads: () => Promise<number>;
  /** Holds the analytics script back until `release`. */
  readonly hold: () => Promise<void>;
  readonly release: () => Promise<void>;
}

interface Fixtures {
  readonly analytics: Analytics;
  /** A page of a browser with the back/forward cache, which Playwright switches off. */
  readonly returningPage: Page;
}

/** Tests on the build with analytics and without authentication. Each test has its own user agent. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => {
    await use(process.env.E2E_ANALYTICS_SITE ?? '');
  },
  userAgent: async ({}, use) => {
    await use(`visitor ${randomUUID()}`);
  },
  analytics: async ({ userAgent }, use) => {
    const call = (path: string) =>
      fetch(`${process.env.E2E_ANALYTICS ?? ''}/${path}?agent=${encodeURIComponent(userAgent ?? '')}`);
    const readState = async () =>
      (await (await call('visitor')).json()) as { commands: unknown[][]; loads: number };
    await use({
      commands: async () => (await readState()).commands,
      events: async () =>
        (await readState()).commands.flatMap(([kind, name, details]) =>
          kind === 'event' ? [[name, (details ?? {}) as Details] as [unknown, Details]] : [],
        ),
      loads: async () => (await readState()).loads,
      hold: async () => void (await call('hold')),
      release: async () => void (await call('release')),
    });
  },
  returningPage: async ({ launchOptions, baseURL, userAgent, watchContext }, use) => {
    const { executablePath } = await findBrowser({ install: false });
    const browser = await chromium.launch({
      ...launchOptions,
      ...(executablePath && { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const context = await browser.newContext({ baseURL: baseURL ?? '', ...(userAgent && { userAgent }) });
    await watchContext(context);
    await use(await context.newPage());
    await browser.close();
  },
});

/** Waits for the script that sends events, which starts after the first paint. */
export async function waitForAnalytics(page: Page): Promise<void> {
  await page.waitForFunction(() => window.gtag !== undefined);
}

/** Goes back in the history. Playwright's goBack waits for a load, which a page from the back/forward cache does not have. */
export async function goBack(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    history.back();
  });
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
}

/** Makes pages report that they are prerendered, until `activate`. A driven browser never prerenders. */
export async function emulatePrerendering(context: BrowserContext) {
  await context.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });
  return {
    activate: (page: Page) =>
      page.evaluate(() => {
        Object.defineProperty(document, 'prerendering', { value: false });
        document.dispatchEvent(new Event('prerenderingchange'));
      }),
  };
}

/** The view of a page of the measured site, as the stand-in receives it. */
export function pageView(path: string) {
  return ['page_view', { page_path: path, page_location: `${process.env.E2E_ANALYTICS_SITE ?? ''}${path}` }];
}
