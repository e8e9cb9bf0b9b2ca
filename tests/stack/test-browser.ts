import { type Browser, findBrowser, firstThatStarts, inPath } from './browser.ts';

/**
 * The browser for tests: Debian's Chromium without what windows need, where there is one, in which they take half the
 * time. It keeps no left pages for the way back. Elsewhere, and for PLAYWRIGHT_CHROMIUM, as `findBrowser`, which installs it.
 */
export const findTestBrowser = async ({ install }: { install: boolean }): Promise<Browser> => {
  const browser = await findBrowser({ install });
  if (process.env.PLAYWRIGHT_CHROMIUM) return browser;
  const shell = await firstThatStarts(inPath('chromium-headless-shell'));
  return { ...browser, executablePath: shell ?? browser.executablePath };
};
