import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { firstThatStarts, inPath } from './browser.ts';

/** The programs that drive WebKitGTK. They exist only on Linux. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  /** Xvfb, because WebKitGTK has no headless mode. */
  readonly display: string;
}

export const missingFirefox =
  'No Firefox was found. Install Firefox, or set FIREFOX_BIN to the path of its program.';

export const missingWebKit =
  'WebKitGTK for tests was not found. On Linux, install WebKitWebDriver, its MiniBrowser and Xvfb ' +
  '(Debian: webkit2gtk-driver and xvfb), or set WEBKIT_DRIVER_BIN and WEBKIT_BROWSER_BIN.';

/**
 * Returns the Firefox for browser tests: FIREFOX_BIN, or the Firefox in PATH or in the usual folders. Returns null without a
 * Firefox.
 */
export async function findFirefox(): Promise<string | null> {
  const chosen = chosenProgram('FIREFOX_BIN');
  if (chosen) return chosen;
  const files = firefoxPlaces().filter((file) => existsSync(file) && !isSnap(file));
  return (await firstThatStarts(files)) ?? null;
}

/** Returns the programs that drive WebKitGTK, or null if one of them is missing. */
export function findWebKit(): WebKitPrograms | null {
  if (process.platform !== 'linux') return null;
  const driver = chosenProgram('WEBKIT_DRIVER_BIN') ?? firstExisting(inPath('WebKitWebDriver'));
  const browser = chosenProgram('WEBKIT_BROWSER_BIN') ?? firstExisting(miniBrowsers());
  const display = firstExisting(inPath('Xvfb'));
  return driver && browser && display ? { driver, browser, display } : null;
}

function chosenProgram(variable: string): string | null {
  const chosen = process.env[variable];
  if (!chosen) return null;
  if (existsSync(chosen)) return chosen;
  throw new Error(`${variable} is ${chosen}, which does not exist.`);
}

function firstExisting(files: readonly string[]): string | undefined {
  return files.find((file) => existsSync(file));
}

function firefoxPlaces(): string[] {
  if (process.platform === 'darwin')
    return ['/Applications', path.join(process.env.HOME ?? '', 'Applications')].map((folder) =>
      path.join(folder, 'Firefox.app/Contents/MacOS/firefox'),
    );
  if (process.platform === 'win32')
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap(
      (folder) => (folder ? [path.join(folder, 'Mozilla Firefox/firefox.exe')] : []),
    );
  return inPath('firefox-esr', 'firefox');
}

/** A Firefox from Ubuntu's snap store cannot read the temporary profile that a driver makes for it. */
function isSnap(file: string): boolean {
  const target = realpathSync(file);
  if (target === '/usr/bin/snap' || target.startsWith('/snap/')) return true;
  // A program is larger than a script that starts the snap.
  const isScript = statSync(target).size < 10_000;
  return isScript && readFileSync(target, 'utf8').includes('/snap/');
}

/** Returns the paths of MiniBrowser, the newest version first. Debian, Arch and Fedora have different folders. */
function miniBrowsers(): string[] {
  return globSync('/usr/{lib,lib/*,lib64,libexec}/webkit{2gtk,gtk}-*/MiniBrowser').sort().reverse();
}
