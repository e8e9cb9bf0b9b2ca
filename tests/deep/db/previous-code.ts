import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { startChild } from '../../../stack/child.ts';
import { inProject, root } from '../../../stack/paths.ts';
import { type Call, callerOf } from '../../api/harness.ts';

const script = fileURLToPath(new URL('previous-server.ts', import.meta.url));

/**
 * Returns the parent of the commit that added the newest migration. Returns the newest commit if there is no migration
 * since the baseline, or if the migration is not committed yet. Returns null if the history does not reach that far.
 */
export function previousCommit(newestTag: string | undefined): string | null {
  const git = (...args: string[]) => gitIn(root, ...args);
  if (git('rev-parse', '--show-toplevel') === null) return null;
  const file = newestTag && `drizzle/migrations/${newestTag}.sql`;
  const addingCommit = file ? git('log', '-1', '--diff-filter=A', '--format=%H', '--', file) : null;
  return git(
    'rev-parse',
    '--verify',
    '--quiet',
    addingCommit === null ? 'HEAD^{commit}' : `${addingCommit}^`,
  );
}

/** Returns the output of a git command in a folder, or null without a repository, git or output. */
function gitIn(folder: string, ...args: string[]): string | null {
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

export interface PreviousServer {
  readonly call: Call;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the server of a commit, with today's packages, on a port of 127.0.0.1. `settings` are its environment variables.
 * Its database is on the PostgreSQL at `postgresUrl`.
 */
export async function startPrevious(
  commit: string,
  port: number,
  postgresUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<PreviousServer> {
  await mkdir(inProject('.build'), { recursive: true });
  const folder = await mkdtemp(inProject('.build/previous-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const parts = ['src/server', 'src/shared', 'drizzle/migrations/meta'];
    execFileSync('git', ['archive', `--output=${folder}/code.tar`, commit, ...parts], { cwd: root });
    execFileSync('tar', ['-xf', 'code.tar'], { cwd: folder });
    const handler = pathToFileURL(path.join(folder, 'src/server/handler.ts')).href;
    for (const [setting, value] of Object.entries(settings)) vi.stubEnv(setting, value);
    const child = await startChild('previous server', script, { handler, port, postgresUrl }).finally(() =>
      vi.unstubAllEnvs(),
    );
    const call = callerOf((request) => fetch(request));
    return {
      call: (method, to, ...rest) => call(method, `http://127.0.0.1:${String(port)}${to}`, ...rest),
      stop: async () => {
        try {
          await child.stop();
        } finally {
          await remove();
        }
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
