import { execFileSync } from 'node:child_process';

/** Returns the output of a git command in a folder; null without a repository, without git, or without output. */
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
