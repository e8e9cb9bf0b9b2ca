import { type BrowserContext, expect, type Page } from '@playwright/test';
import { deep, isExternalRequest, logPolicyViolations, test as stackTest } from './stack-fixtures.ts';

export { deep, expect };

interface Fixtures {
  /** Errors, exceptions and external requests of the pages. */
  readonly pageProblems: string[];
  /** Collects the problems of a context that the test opens itself. */
  readonly watchContext: (context: BrowserContext) => Promise<void>;
  /** Allows console errors that match a pattern. Other errors and policy violations fail the test. */
  readonly allowConsoleErrors: (pattern: RegExp) => void;
}

/** Collects a page's console errors, exceptions and external requests. */
function watchPage(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} at ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    if (isExternalRequest(request.url())) problems.push(`outside: ${request.url()}`);
  });
}

export const test = stackTest.extend<Fixtures>({
  pageProblems: async ({}, use) => {
    await use([]);
  },
  watchContext: async ({ pageProblems }, use) => {
    await use(async (context) => {
      context.on('page', (page) => {
        watchPage(page, pageProblems);
      });
      await context.addInitScript(logPolicyViolations);
    });
  },
  allowConsoleErrors: [
    async ({ context, watchContext, pageProblems }, use) => {
      const allowed: RegExp[] = [];
      await watchContext(context);
      await use((pattern) => allowed.push(pattern));
      expect(pageProblems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
});
