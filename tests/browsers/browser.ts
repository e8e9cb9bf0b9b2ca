import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { aptInstall, canAptInstall } from '../../stack/apt-install.ts';
import { installPlaywrightChromium } from './playwright-install.ts';

export interface Browser {
  /** Undefined if no browser was found or installed. */
  executablePath: string | undefined;
  args: string[];
}

/** Arguments that stop calls to other hosts, and drawing on a graphics card. */
const quietArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
];

export function browserArgs(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quietArgs] : quietArgs;
}

function pathsIn(folder: string, ...files: string[]) {
  return files.map((file) => path.join(folder, file));
}

/** Returns the possible paths of programs on Linux. */
export function inPath(...programs: string[]): string[] {
  return [...new Set([...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/opt/google/chrome'])]
    .filter(path.isAbsolute)
    .flatMap((folder) => pathsIn(folder, ...programs));
}

function defaultPaths(): string[] {
  if (process.platform === 'darwin')
    return ['/Applications', path.join(process.env.HOME ?? '', 'Applications')].flatMap((folder) =>
      pathsIn(
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
          ? pathsIn(
              folder,
              'Google/Chrome/Application/chrome.exe',
              'Chromium/Application/chrome.exe',
              'Microsoft/Edge/Application/msedge.exe',
            )
          : [],
    );
  return inPath('google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome');
}

/**
 * True if the file is a browser that starts. On Linux it runs the file with --version, because some systems have a stub
 * instead of a browser. On other systems --version would open a window, so an existing file is enough.
 */
async function starts(file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  if (process.platform !== 'linux') return true;
  return promisify(execFile)(file, ['--version'], { timeout: 15_000 }).then(
    ({ stdout }) => /\d+\.\d+/.test(stdout),
    () => false,
  );
}

/** Returns the first file that is a browser and starts. */
export async function firstThatStarts(files: string[]): Promise<string | undefined> {
  for (const file of files) if (await starts(file)) return file;
  return undefined;
}

/** Returns the path of Playwright's Chromium, or nothing on a system that Playwright does not support. */
export function playwrightChromiumPaths(): string[] {
  try {
    return [chromium.executablePath()];
  } catch {
    return [];
  }
}

async function findChromium(): Promise<string | undefined> {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM;
  if (!chosen) return firstThatStarts([...playwrightChromiumPaths(), ...defaultPaths()]);
  if (await starts(chosen)) return chosen;
  throw new Error(`PLAYWRIGHT_CHROMIUM is ${chosen}, which is no browser that starts.`);
}

async function installChromium(): Promise<void> {
  const problem = await installPlaywrightChromium();
  if (problem === null && (await findChromium())) return;
  if (problem !== null) process.stderr.write(`Playwright could not install its Chromium: ${problem}\n`);
  if (!canAptInstall()) return;
  await aptInstall('chromium');
}

/**
 * Returns the Chromium for browser tests: PLAYWRIGHT_CHROMIUM (a path), or Playwright's Chromium, or the system's Chrome,
 * Chromium or Edge. With `install`, a missing browser is installed with Playwright or, as root, with apt-get.
 */
export async function findBrowser({ install }: { install: boolean }): Promise<Browser> {
  const args = browserArgs();
  const existing = await findChromium();
  if (existing || !install) return { executablePath: existing, args };
  await installChromium();
  const executablePath = await findChromium();
  if (executablePath) return { executablePath, args };
  throw new Error(
    'No Chromium was found, and none could be installed. Install Chrome or Chromium, or set ' +
      'PLAYWRIGHT_CHROMIUM to the path of one.',
  );
}
