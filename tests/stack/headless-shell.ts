import { aptInstall, canAptInstall } from './apt-install.ts';
import { type Browser, findBrowser, firstThatStarts, inPath } from './browser.ts';

const find = () => firstThatStarts(inPath('chromium-headless-shell'));

const installed = async (): Promise<string | undefined> => {
  await aptInstall('chromium-headless-shell').catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
  });
  return find();
};

/**
 * Chromium without what windows need, where the system has it or, with `install`, Debian's package brings it to root: tests
 * take half the time. It keeps no left pages for the way back. Elsewhere, and for PLAYWRIGHT_CHROMIUM, as `findBrowser`.
 */
export const findHeadlessShell = async ({ install }: { install: boolean }): Promise<Browser> => {
  const browser = await findBrowser({ install });
  if (process.env.PLAYWRIGHT_CHROMIUM) return browser;
  const shell = (await find()) ?? (install && canAptInstall() ? await installed() : undefined);
  return { ...browser, executablePath: shell ?? browser.executablePath };
};
