import { execFileSync } from 'node:child_process';

/** Returns the output of a git command in a folder, or null without a repository, git or output. */
export function gitIn(folder: string, ...args: string[]): string | null {
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
}
