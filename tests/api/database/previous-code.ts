import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { startChild } from '../../../stack/child.ts';
import { gitIn } from '../../git-history.ts';
import { inProject, root } from '../../../stack/paths.ts';
import { type Call, callerOf } from '../harness.ts';

const script = fileURLToPath(new URL('previous-server.ts', import.meta.url));

const git = (...args: string[]): string | null => gitIn(root, ...args);

/**
 * The commit whose code knew the schema before this migration: the one before it came, or the newest where it is not
 * committed yet. Null where the history does not reach that far.
 */
export const commitBefore = (tag: string): string | null => {
  if (git('rev-parse', '--show-toplevel') === null) return null;
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `drizzle/migrations/${tag}.sql`);
  return git('rev-parse', '--verify', '--quiet', added === null ? 'HEAD^{commit}' : `${added}^`);
};

/** A server of another commit, that listens. */
export interface PreviousServer {
  readonly call: Call;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the server of a commit, with today's packages, on a port of 127.0.0.1. `settings` are its environment; its
 * database is on the PostgreSQL at `postgresUrl`.
 */
export const startPrevious = async (
  commit: string,
  port: number,
  postgresUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<PreviousServer> => {
  await mkdir(inProject('.build'), { recursive: true });
  const folder = await mkdtemp(inProject('.build/previous-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    execFileSync('git', ['archive', `--output=${folder}/code.tar`, commit, 'src/server', 'src/shared'], {
      cwd: root,
    });
    execFileSync('tar', ['-xf', 'code.tar'], { cwd: folder });
    const handler = pathToFileURL(path.join(folder, 'src/server/handler.ts')).href;
    for (const [setting, value] of Object.entries(settings)) vi.stubEnv(setting, value);
    const child = await startChild('server of before', script, { handler, port, postgresUrl }).finally(() =>
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
};
