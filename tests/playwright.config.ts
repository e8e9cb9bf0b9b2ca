import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './browsers/test-browser.ts';
import { inProject } from '../stack/paths.ts';

const browser = await findTestBrowser({ install: false });

/** Pages of tests live for seconds: what V8 optimizes and the compositor prepares for later is not worth its time. */
const shortLivedPages = ['--disable-gpu-compositing', '--js-flags=--no-opt,--no-maglev,--max-lazy'];

export default defineConfig({
  testDir: inProject('tests/e2e'),
  outputDir: inProject('test-results'),
  globalSetup: './e2e/global-setup.ts',
  // One more than processors: tests wait for pages and servers, too.
  workers: Math.min(5, availableParallelism() + 1),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Headless Chromium now and then loses a popup's message under load; a test that needed its second
  // try is reported as flaky, and one that fails twice fails.
  retries: 1,
  // Ample, since nothing is measured by them: a slow machine takes five times as long.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: inProject('test-results/e2e.json') }]],
  use: {
    // Fades and transitions between pages take a tenth of the time; leaving.spec.ts turns them on.
    contextOptions: { reducedMotion: 'reduce' },
    baseURL: process.env.E2E_SITE ?? '',
    // Of the second try alone: to trace every test took a fifth of the time.
    trace: 'on-first-retry',
    launchOptions: {
      args: [...browser.args, ...shortLivedPages],
      ...(browser.executablePath && { executablePath: browser.executablePath }),
    },
  },
});
