import { expect, type TestInfo } from '@playwright/test';
import { findFirefox, findWebKit, missingFirefox, missingWebKit } from '../../browsers/other-browsers.ts';
import { deep, stackUrl, test as stackTest } from '../stack-fixtures.ts';
import { startFirefox } from './firefox.ts';
import type { DrivenBrowser, Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

export { deep, expect };

export type BrowserName = 'Firefox' | 'WebKit';

/** The running browser, or the reason why the browser is missing. */
type StartResult = { readonly browser: DrivenBrowser } | { readonly missing: string };

interface WorkerFixtures {
  readonly otherBrowser: BrowserName;
  readonly startResult: StartResult;
}

/** Tests in a browser that Playwright cannot drive; `otherBrowser` chooses the browser for a file. */
export const test = stackTest.extend<{ readonly tab: Tab }, WorkerFixtures>({
  otherBrowser: ['Firefox', { option: true, scope: 'worker' }],
  startResult: [
    async ({ otherBrowser }, use) => {
      const startResult = otherBrowser === 'Firefox' ? await tryFirefox() : await tryWebKit();
      await use(startResult);
      if ('browser' in startResult) await startResult.browser.close();
    },
    { scope: 'worker' },
  ],
  tab: async ({ startResult }, use, info) => {
    if ('missing' in startResult) return skipTest(info, startResult.missing);
    const session = await startResult.browser.openSession(stackUrl('E2E_SITE'));
    await use(session.tab);
    await session.close();
    expect(session.problems, 'problems on the pages').toEqual([]);
  },
});

async function tryFirefox(): Promise<StartResult> {
  const program = await findFirefox();
  return program ? { browser: await startFirefox(program) } : { missing: missingFirefox };
}

async function tryWebKit(): Promise<StartResult> {
  const programs = findWebKit();
  return programs ? { browser: await startWebKit(programs) } : { missing: missingWebKit };
}

/** Skips the test on a developer's machine. CI must not pass without the browser. */
function skipTest(info: TestInfo, reason: string): void {
  if (process.env.CI && process.platform === 'linux') throw new Error(reason);
  info.skip(true, reason);
}
