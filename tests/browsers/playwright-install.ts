import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const STALLED_MS = 60_000;
const TIMEOUT_MS = 15 * 60_000;

function cli(): string {
  return path.join(
    path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
}

/**
 * Runs `playwright install chromium`, with its progress on stderr. `onlyShell` installs only the headless shell. Returns null, or
 * the problem. A download without progress for a minute is stopped.
 */
export function installPlaywrightChromium({ onlyShell = false } = {}): Promise<string | null> {
  return new Promise((resolve) => {
    process.stderr.write('Installing Chromium for the browser tests with Playwright …\n');
    const child = spawn(
      process.execPath,
      [cli(), 'install', ...(onlyShell ? ['--only-shell'] : []), 'chromium'],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        // The download is a child process. In a process group it is killed with its parent.
        detached: process.platform !== 'win32',
      },
    );
    let output = '';
    let problem: string | null = null;
    function giveUp(reason: string) {
      problem = reason;
      if (process.platform === 'win32' || !child.pid) child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    }
    const stallTimer = setTimeout(() => giveUp('nothing was downloaded for a minute'), STALLED_MS);
    const totalTimer = setTimeout(() => giveUp('the download took too long'), TIMEOUT_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        stallTimer.refresh();
        output = (output + text).slice(-600);
        process.stderr.write(text);
      });
    child.on('error', (error) => (problem = error.message));
    child.on('close', (code) => {
      clearTimeout(stallTimer);
      clearTimeout(totalTimer);
      resolve(problem ?? (code === 0 ? null : output.trim()));
    });
  });
}
