import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { aptInstall, canAptInstall } from '../../stack/apt-install.ts';
import { installPlaywrightChromium } from './playwright-install.ts';

export interface Browser {
  /** Undefined where no browser was found and none was to be installed. */
  executablePath: string | undefined;
  args: string[];
}

/** A test browser calls nobody but the site, and draws without a graphics card. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
];

export const browserArgs = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet);

const names = (folder: string, ...files: string[]) => files.map((file) => path.join(folder, file));

/** Where programs of these names may stand on Linux. */
export const inPath = (...programs: string[]): string[] =>
  [...new Set([...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/opt/google/chrome'])]
    .filter(path.isAbsolute)
    .flatMap((folder) => names(folder, ...programs));

const usualPlaces = (): string[] => {
  if (process.platform === 'darwin')
    return ['/Applications', path.join(process.env.HOME ?? '', 'Applications')].flatMap((folder) =>
      names(
        folder,
        'Google Chrome.app/Contents/MacOS/Google Chrome',
        'Chromium.app/Contents/MacOS/Chromium',
        'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      ),
    );
  if (process.platform === 'win32')
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap(
      (folder) =>
        folder
          ? names(
              folder,
              'Google/Chrome/Application/chrome.exe',
              'Chromium/Application/chrome.exe',
              'Microsoft/Edge/Application/msedge.exe',
            )
          : [],
    );
  return inPath('google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome');
};

/** Some systems ship a stub under a browser's name. Asking it for its version opens windows elsewhere. */
const starts = async (file: string): Promise<boolean> => {
  if (!existsSync(file)) return false;
  if (process.platform !== 'linux') return true;
  return promisify(execFile)(file, ['--version'], { timeout: 15_000 }).then(
    ({ stdout }) => /\d+\.\d+/.test(stdout),
    () => false,
  );
};

/** The first of these files that is a program and tells its version. */
export const firstThatStarts = async (files: string[]): Promise<string | undefined> => {
  for (const file of files) if (await starts(file)) return file;
  return undefined;
};

/** Where Playwright installs its Chromium. Playwright knows no path on a system it has no browser for. */
export const playwrightChromiumPaths = (): string[] => {
  try {
    return [chromium.executablePath()];
  } catch {
    return [];
  }
};

const find = async (): Promise<string | undefined> => {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM;
  if (!chosen) return firstThatStarts([...playwrightChromiumPaths(), ...usualPlaces()]);
  if (await starts(chosen)) return chosen;
  throw new Error(`PLAYWRIGHT_CHROMIUM is ${chosen}, which is no browser that starts.`);
};

const installAny = async (): Promise<void> => {
  const problem = await installPlaywrightChromium();
  if (problem === null && (await find())) return;
  if (problem !== null) process.stderr.write(`Playwright could not install its Chromium: ${problem}\n`);
  if (!canAptInstall()) return;
  await aptInstall('chromium');
};

/**
 * The Chromium for browser tests and how to start it: PLAYWRIGHT_CHROMIUM (a path), Playwright's own,
 * the system's Chrome, Chromium or Edge, else with `install` a new one, by Playwright or, as root, apt-get.
 */
export const findBrowser = async ({ install }: { install: boolean }): Promise<Browser> => {
  const args = browserArgs();
  const found = await find();
  if (found || !install) return { executablePath: found, args };
  await installAny();
  const executablePath = await find();
  if (executablePath) return { executablePath, args };
  throw new Error(
    'No Chromium was found, and none could be installed. Install Chrome or Chromium, or set ' +
      'PLAYWRIGHT_CHROMIUM to the path of one.',
  );
};
