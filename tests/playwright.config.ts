import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './browsers/test-browser.ts';
import { inProject } from '../stack/paths.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const browser = await findTestBrowser({ install: false });

/** Disables V8's optimizer, its helper threads, GPU compositing and a GPU process, which cost more than they save on pages that live for seconds. */
const shortLivedPages = [
  '--disable-gpu-compositing',
  '--in-process-gpu',
  '--js-flags=--no-opt,--no-maglev,--max-lazy,--single-threaded',
];

export default defineConfig({
  testDir: inProject('tests/e2e'),
  outputDir: inProject('test-results'),
  globalSetup: './e2e/global-setup.ts',
  // Uses one worker more than processors, because tests also wait for pages and servers.
  workers: Math.min(5, availableParallelism() + 1),
  fullyParallel: true,
  // See `deep` in tests/e2e/stack-fixtures.ts.
  ...(isDeep ? { grep: /@deep/ } : { grepInvert: /@deep/ }),
  forbidOnly: Boolean(process.env.CI),
  // Headless Chromium may lose a popup's message under load. A test that passes at the second attempt is reported as flaky.
  retries: 1,
  // Long enough for a machine that is five times as slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: inProject(`test-results/${isDeep ? 'deep-e2e' : 'e2e'}.json`) }],
  ],
  use: {
    // Animations take a tenth of the time. leaving.spec.ts and going-back.spec.ts turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    baseURL: process.env.E2E_SITE ?? '',
    // A missing control fails its test before the limit of the whole test.
    actionTimeout: 30_000,
    // Traces only the second attempt, because traces of all tests take a fifth of the time.
    trace: 'on-first-retry',
    launchOptions: {
      args: [...browser.args, ...shortLivedPages],
      ...(browser.executablePath && { executablePath: browser.executablePath }),
    },
  },
});
