import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const SILENT_FOR_MS = 60_000;
const ALL_WITHIN_MS = 15 * 60_000;

const cli = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

/**
 * Runs `playwright install chromium`, its progress on stderr. `onlyShell` installs only the headless shell. Null when
 * it went well, else the problem; a download without any progress for a minute is given up.
 */
export const installPlaywrightChromium = ({ onlyShell = false } = {}): Promise<string | null> =>
  new Promise((resolve) => {
    process.stderr.write('Installing Chromium for the browser tests with Playwright …\n');
    const child = spawn(
      process.execPath,
      [cli(), 'install', ...(onlyShell ? ['--only-shell'] : []), 'chromium'],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        // The download runs in a process of its own below this one: a group ends as a whole.
        detached: process.platform !== 'win32',
      },
    );
    let said = '';
    let problem: string | null = null;
    const giveUp = (reason: string) => {
      problem = reason;
      if (process.platform === 'win32' || !child.pid) child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    };
    const silence = setTimeout(() => giveUp('nothing was downloaded for a minute'), SILENT_FOR_MS);
    const limit = setTimeout(() => giveUp('the download took too long'), ALL_WITHIN_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        silence.refresh();
        said = (said + text).slice(-600);
        process.stderr.write(text);
      });
    child.on('error', (error) => (problem = error.message));
    child.on('close', (code) => {
      clearTimeout(silence);
      clearTimeout(limit);
      resolve(problem ?? (code === 0 ? null : said.trim()));
    });
  });
