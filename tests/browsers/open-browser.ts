import { chromium, type Browser } from '@playwright/test';
import { type Browser as Program, findBrowser } from './browser.ts';
import { findTestBrowser } from './test-browser.ts';

/** Starts a full Chromium without a window, with additional `args`. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return launch(await findBrowser({ install: true }), args);
}

/** Starts the Chromium for tests. */
export async function openTestBrowser(): Promise<Browser> {
  return launch(await findTestBrowser({ install: true }), []);
}

function launch({ executablePath, args: common }: Program, args: readonly string[]): Promise<Browser> {
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...common, ...args] });
}
