import { randomUUID } from 'node:crypto';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { findBrowser } from '../browsers/browser.ts';
import { expect, test as base } from './fixtures.ts';

export { expect };

type Details = Readonly<Record<string, unknown>>;

/** What the analytics stand-in knows of this test's visitor. */
interface Visitor {
  readonly commands: () => Promise<unknown[][]>;
  /** The events that arrived, as `[name, details]`. */
  readonly events: () => Promise<[unknown, Details][]>;
  /** How often the provider's script was asked for. */
  readonly loads: () => Promise<number>;
  /** Keeps the provider's script back; `release` lets it come. */
  readonly hold: () => Promise<void>;
  readonly release: () => Promise<void>;
}

interface Fixtures {
  readonly visitor: Visitor;
  /** A page of a browser that keeps left pages for the way back, which Playwright switches off. */
  readonly returningPage: Page;
}

/** Tests on the site that is measured; it is built without accounts. Each has its own user agent. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => {
    await use(process.env.E2E_ANALYTICS_SITE ?? '');
  },
  userAgent: async ({}, use) => {
    await use(`visitor ${randomUUID()}`);
  },
  visitor: async ({ userAgent }, use) => {
    const ask = (path: string) =>
      fetch(`${process.env.E2E_ANALYTICS ?? ''}/${path}?agent=${encodeURIComponent(userAgent ?? '')}`);
    const look = async () =>
      (await (await ask('visitor')).json()) as { commands: unknown[][]; loads: number };
    await use({
      commands: async () => (await look()).commands,
      events: async () =>
        (await look()).commands.flatMap(([kind, name, details]) =>
          kind === 'event' ? [[name, (details ?? {}) as Details] as [unknown, Details]] : [],
        ),
      loads: async () => (await look()).loads,
      hold: async () => void (await ask('hold')),
      release: async () => void (await ask('release')),
    });
  },
  returningPage: async ({ launchOptions, baseURL, userAgent, watch }, use) => {
    const { executablePath } = await findBrowser({ install: false });
    const browser = await chromium.launch({
      ...launchOptions,
      ...(executablePath && { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const context = await browser.newContext({ baseURL: baseURL ?? '', ...(userAgent && { userAgent }) });
    await watch(context);
    await use(await context.newPage());
    await browser.close();
  },
});

/** Waits for the script that measures, which comes after the first paint: what happens before is not counted. */
export const isMeasured = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => window.gtag !== undefined);
};

/** Goes back as a visitor does: Playwright's own way waits for a load that a kept page does not make. */
export const goBack = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(() => {
    history.back();
  });
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
};

/** Makes pages believe that they are prerendered until `activate`; a driven browser never does it really. */
export const prerendered = async (context: BrowserContext) => {
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
};
