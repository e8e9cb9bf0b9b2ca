import fs from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, expect, test, vi } from 'vitest';
import { findBrowser } from '../../browsers/browser.ts';
import { findTestBrowser } from '../../browsers/test-browser.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder();
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function writeProgram(name: string, script: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

test('the found or installed browser opens a page', async () => {
  const { executablePath, args } = await findBrowser({ install: true });
  expect(executablePath).toBeTruthy();
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  const page = await browser.newPage();
  await page.setContent('<title>Hello</title>');
  expect(await page.title()).toBe('Hello');
  await browser.close();
}, 600_000);

test('the sandbox is off only for root, where Chromium refuses it', async () => {
  const getuid = vi.spyOn(process, 'getuid');
  getuid.mockReturnValue(0);
  expect((await findBrowser({ install: false })).args).toContain('--no-sandbox');
  getuid.mockReturnValue(1000);
  const { args } = await findBrowser({ install: false });
  expect(args).not.toContain('--no-sandbox');
  expect(args).toContain('--disable-background-networking');
});

test('PLAYWRIGHT_CHROMIUM comes before all other browsers', async () => {
  const mine = writeProgram('mine', 'echo Chromium 1.2.3');
  vi.stubEnv('PLAYWRIGHT_CHROMIUM', mine);
  expect((await findBrowser({ install: false })).executablePath).toBe(mine);
});

test('PLAYWRIGHT_CHROMIUM with a missing browser throws an error', async () => {
  vi.stubEnv('PLAYWRIGHT_CHROMIUM', path.join(folder, 'missing'));
  await expect(findBrowser({ install: true })).rejects.toThrow('PLAYWRIGHT_CHROMIUM is');
});

test('Playwright’s browser comes before the system’s', async () => {
  const own = writeProgram('own', 'echo Chromium 1.2.3');
  vi.spyOn(chromium, 'executablePath').mockReturnValue(own);
  expect((await findBrowser({ install: false })).executablePath).toBe(own);
});

test.runIf(process.platform === 'linux')('a stub with the name of a browser is skipped', async () => {
  const real = path.join(folder, 'real');
  const stub = path.join(folder, 'stub');
  for (const [name, script] of [
    [stub, 'echo "install the snap" >&2; exit 1'],
    [real, 'echo Chromium 1.2.3'],
  ] as const) {
    fs.mkdirSync(name);
    writeProgram(path.join(path.basename(name), 'google-chrome-stable'), script);
  }
  vi.spyOn(chromium, 'executablePath').mockReturnValue(path.join(folder, 'none'));
  vi.stubEnv('PATH', [stub, real, process.env.PATH].join(path.delimiter));
  const { executablePath } = await findBrowser({ install: false });
  expect(executablePath).toBe(path.join(real, 'google-chrome-stable'));
});

test.runIf(process.platform === 'linux')(
  'tests use the headless shell before a full Chromium, and PLAYWRIGHT_CHROMIUM before both',
  async () => {
    const full = writeProgram('full', 'echo Chromium 1.2.3');
    const shell = writeProgram('chromium-headless-shell', 'echo Chromium 1.2.3');
    vi.spyOn(chromium, 'executablePath').mockReturnValue(full);
    vi.stubEnv('PATH', [folder, process.env.PATH].join(path.delimiter));
    expect((await findTestBrowser({ install: false })).executablePath).toBe(shell);
    vi.stubEnv('PLAYWRIGHT_CHROMIUM', full);
    expect((await findTestBrowser({ install: false })).executablePath).toBe(full);
  },
);

test.runIf(process.platform === 'linux')(
  'Playwright’s headless shell is found next to its Chromium',
  async () => {
    for (const name of ['chromium-12', 'chromium_headless_shell-12'])
      fs.mkdirSync(path.join(folder, name, 'linux'), { recursive: true });
    const full = writeProgram('chromium-12/linux/chrome', 'echo Chromium 1.2.3');
    const shell = writeProgram(
      'chromium_headless_shell-12/linux/chrome-headless-shell',
      'echo Chromium 1.2.3',
    );
    vi.spyOn(chromium, 'executablePath').mockReturnValue(full);
    expect((await findTestBrowser({ install: false })).executablePath).toBe(shell);
  },
);
