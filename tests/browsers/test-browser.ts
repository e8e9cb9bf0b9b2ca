import { readdirSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, canAptInstall } from '../../stack/apt-install.ts';
import {
  type Browser,
  browserArgs,
  findBrowser,
  firstThatStarts,
  inPath,
  playwrightChromiumPaths,
} from './browser.ts';
import { installPlaywrightChromium } from './playwright-install.ts';

/**
 * Returns the browser for tests: PLAYWRIGHT_CHROMIUM, or Chromium's headless shell, or the result of `findBrowser`. `install`
 * installs the headless shell even if a full Chromium is present, because the shell needs half the processor time.
 *
 * The headless shell has no back-forward cache, so tests of that cache use `findBrowser`.
 */
export async function findTestBrowser({ install }: { install: boolean }): Promise<Browser> {
  if (process.env.PLAYWRIGHT_CHROMIUM) return findBrowser({ install });
  const shell = (await findShell()) ?? (install ? await installShell() : undefined);
  return shell ? { executablePath: shell, args: browserArgs() } : findBrowser({ install });
}

function findShell(): Promise<string | undefined> {
  return firstThatStarts([...playwrightShellPaths(), ...inPath('chromium-headless-shell')]);
}

/** Returns the paths of Playwright's headless shell. Its folder is next to the Chromium of the same revision. */
function playwrightShellPaths(): string[] {
  return playwrightChromiumPaths().flatMap((chromium) => {
    const [root, revision] = chromium.split(/[/\\]chromium-(?=\d)/);
    const folder = `${root ?? ''}/chromium_headless_shell-${/^\d+/.exec(revision ?? '')?.[0] ?? ''}`;
    return foldersIn(folder).flatMap((name) =>
      ['chrome-headless-shell', 'chrome-headless-shell.exe'].map((file) => path.join(folder, name, file)),
    );
  });
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Installs the headless shell, as root on Debian with apt-get, otherwise with Playwright. */
async function installShell(): Promise<string | undefined> {
  if (canAptInstall()) {
    // Ubuntu has no such package.
    await aptInstall('chromium-headless-shell').catch((error: unknown) =>
      process.stderr.write(`${String(error)}\n`),
    );
    const installed = await findShell();
    if (installed) return installed;
  }
  const problem = await installPlaywrightChromium({ onlyShell: true });
  if (problem !== null) process.stderr.write(`Playwright could not install its headless shell: ${problem}\n`);
  return findShell();
}
