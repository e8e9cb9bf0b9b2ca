import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.ts';

/** What a git command in a folder writes; null where there is no repository or no git, or it finds nothing. */
export const gitIn = (folder: string, ...args: string[]): string | null => {
  try {
    return (
      execFileSync('git', ['-c', `safe.directory=${folder}`, ...args], {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim() || null
    );
  } catch {
    return null;
  }
};

/** Whether a copy of the project has its history from the beginning: an archive has none, a shallow clone a part. */
export const hasWholeHistory = (folder = root): boolean =>
  gitIn(folder, 'rev-parse', '--is-shallow-repository') === 'false';

/**
 * Why git cannot read the history of a copy of the project that has one; null where it can, and where there is none to
 * have, as in an unpacked archive.
 */
export const historyFault = (folder = root): string | null =>
  existsSync(path.join(folder, '.git')) && gitIn(folder, 'rev-parse', '--is-shallow-repository') === null
    ? 'git cannot read the history here.'
    : null;
