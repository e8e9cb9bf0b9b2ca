import { type BrowserContext, expect, test as base, type Page } from '@playwright/test';

export { expect };

type Row = Record<string, unknown>;

interface Fixtures {
  /** Runs SQL on the site's database and gives its rows. */
  readonly rows: (text: string, values?: unknown[]) => Promise<Row[]>;
  /** A call of the payment simulator's control, such as `set` or `flush`. */
  readonly paypal: (path: string, body?: unknown) => Promise<unknown>;
  /** What is wrong on the test's pages, in words. */
  readonly wrongs: string[];
  /** Watches the pages of a context that the test opens itself, as those of its own are. */
  readonly watch: (context: BrowserContext) => Promise<void>;
  /** Lets a test expect some console errors; any other fails it, as does whatever a page's policy forbids. */
  readonly allowConsoleErrors: (pattern: RegExp) => void;
}

const address = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the global setup did not run.`);
  return value;
};

const post = async (url: string, body: unknown): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}: ${text}`);
  return text ? JSON.parse(text) : null;
};

/** Runs in every page: says what the page's policy forbids, in words that no other error has. */
const sayViolations = (): void => {
  addEventListener(
    'securitypolicyviolation',
    ({ disposition, effectiveDirective, blockedURI, sourceFile }) => {
      console.error(`policy (${disposition}): ${effectiveDirective} of ${blockedURI} in ${sourceFile ?? ''}`);
    },
  );
};

/** Notes of a page what it logs as an error, throws, or asks of a host that is not this machine. */
const watchPage = (page: Page, wrongs: string[]): void => {
  page.on('console', (message) => {
    if (message.type() === 'error') wrongs.push(`console: ${message.text()} at ${message.location().url}`);
  });
  page.on('pageerror', (error) => wrongs.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^http/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname))
      wrongs.push(`outside: ${request.url()}`);
  });
};

export const test = base.extend<Fixtures>({
  rows: async ({}, use) => {
    await use(async (text, values = []) => (await post(address('E2E_ROWS'), { text, values })) as Row[]);
  },
  paypal: async ({}, use) => {
    await use((path, body = {}) => post(`${address('E2E_PAYPAL')}/control/${path}`.replace(/\/$/, ''), body));
  },
  wrongs: async ({}, use) => {
    await use([]);
  },
  watch: async ({ wrongs }, use) => {
    await use(async (context) => {
      context.on('page', (page) => {
        watchPage(page, wrongs);
      });
      await context.addInitScript(sayViolations);
    });
  },
  allowConsoleErrors: [
    async ({ context, watch, wrongs }, use) => {
      // The browser's own, of base.css's transition between pages: no script of the site takes part in it.
      const allowed: RegExp[] = [/^thrown: Transition was skipped\. Navigation aborted$/];
      await watch(context);
      await fetch(`${address('E2E_ROWS')}/limits/reset`, { method: 'POST' });
      await use((pattern) => allowed.push(pattern));
      expect(wrongs.filter((wrong) => !allowed.some((pattern) => pattern.test(wrong)))).toEqual([]);
    },
    { auto: true },
  ],
});
