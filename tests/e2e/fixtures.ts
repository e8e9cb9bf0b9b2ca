import { type BrowserContext, expect, type Page } from '@playwright/test';
import { isExternalRequest, logPolicyViolations, test as stackTest } from './stack-fixtures.ts';

export { expect };

interface Fixtures {
  /** What is wrong on the test's pages, in words. */
  readonly wrongs: string[];
  /** Watches the pages of a context that the test opens itself, as those of its own are. */
  readonly watch: (context: BrowserContext) => Promise<void>;
  /** Lets a test expect some console errors; any other fails it, as does whatever a page's policy forbids. */
  readonly allowConsoleErrors: (pattern: RegExp) => void;
}

/** Notes of a page what it logs as an error, throws, or asks of a host that is not this machine. */
const watchPage = (page: Page, wrongs: string[]): void => {
  page.on('console', (message) => {
    if (message.type() === 'error') wrongs.push(`console: ${message.text()} at ${message.location().url}`);
  });
  page.on('pageerror', (error) => wrongs.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    if (isExternalRequest(request.url())) wrongs.push(`outside: ${request.url()}`);
  });
};

export const test = stackTest.extend<Fixtures>({
  wrongs: async ({}, use) => {
    await use([]);
  },
  watch: async ({ wrongs }, use) => {
    await use(async (context) => {
      context.on('page', (page) => {
        watchPage(page, wrongs);
      });
      await context.addInitScript(logPolicyViolations);
    });
  },
  allowConsoleErrors: [
    async ({ context, watch, wrongs }, use) => {
      // The browser's own, of base.css's transition between pages: no script of the site takes part in it.
      const allowed: RegExp[] = [/^thrown: Transition was skipped\. Navigation aborted$/];
      await watch(context);
      await use((pattern) => allowed.push(pattern));
      expect(wrongs.filter((wrong) => !allowed.some((pattern) => pattern.test(wrong)))).toEqual([]);
    },
    { auto: true },
  ],
});
