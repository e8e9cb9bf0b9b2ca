import { expect, type TestInfo } from '@playwright/test';
import { findFirefox, findWebKit, missingFirefox, missingWebKit } from '../../browsers/other-browsers.ts';
import { stackUrl, test as stackTest } from '../stack-fixtures.ts';
import { startFirefox } from './firefox.ts';
import type { DrivenBrowser, Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

export { expect };

export type BrowserName = 'Firefox' | 'WebKit';

/** The running browser, or the reason why the browser is missing. */
type Started = { readonly browser: DrivenBrowser } | { readonly missing: string };

interface WorkerFixtures {
  readonly otherBrowser: BrowserName;
  readonly started: Started;
}

/** Tests in a browser that Playwright cannot drive; `otherBrowser` chooses the browser for a file. */
export const test = stackTest.extend<{ readonly tab: Tab }, WorkerFixtures>({
  otherBrowser: ['Firefox', { option: true, scope: 'worker' }],
  started: [
    async ({ otherBrowser }, use) => {
      const started = otherBrowser === 'Firefox' ? await tryFirefox() : await tryWebKit();
      await use(started);
      if ('browser' in started) await started.browser.close();
    },
    { scope: 'worker' },
  ],
  tab: async ({ started }, use, info) => {
    if ('missing' in started) return skipTest(info, started.missing);
    const session = await started.browser.openSession(stackUrl('E2E_SITE'));
    await use(session.tab);
    await session.close();
    expect(session.problems, 'problems on the pages').toEqual([]);
  },
});

async function tryFirefox(): Promise<Started> {
  const program = await findFirefox();
  return program ? { browser: await startFirefox(program) } : { missing: missingFirefox };
}

async function tryWebKit(): Promise<Started> {
  const programs = findWebKit();
  return programs ? { browser: await startWebKit(programs) } : { missing: missingWebKit };
}

/** Skips the test on a developer's machine. CI must not pass without the browser. */
function skipTest(info: TestInfo, reason: string): void {
  if (process.env.CI && process.platform === 'linux') throw new Error(reason);
  info.skip(true, reason);
}
