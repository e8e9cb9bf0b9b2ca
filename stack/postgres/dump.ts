import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from './binaries.ts';

/** A failed program of PostgreSQL: what it said, without the password. */
export class ProgramFailed extends Error {}

/** The address without its password, and the environment that hands it over: arguments are everybody's to read. */
const hidePassword = (url: string): { address: string; env: NodeJS.ProcessEnv } => {
  const found = new URL(url);
  const password = decodeURIComponent(found.password);
  found.password = '';
  return { address: found.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } };
};

const run = async (program: string, url: string, args: (address: string) => string[]): Promise<void> => {
  const { address, env } = hidePassword(url);
  const folder = await findPostgres(['pg_dump', 'pg_restore']).catch((error: unknown) => {
    throw new ProgramFailed(error instanceof Error ? error.message : String(error));
  });
  const file = path.join(folder, program);
  try {
    await promisify(execFile)(file, args(address), { env, maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new ProgramFailed(`${program} failed. ${said}`);
  }
};

/**
 * Writes a database to a file in pg_dump's custom format, as `snapshot` shows it (pg_export_snapshot, of a transaction
 * that is still open) or as it is now. Owners and grants stay behind: they belong to the server. Throws ProgramFailed.
 */
export const dumpDatabase = (url: string, file: string, snapshot?: string): Promise<void> =>
  run('pg_dump', url, (address) => [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--file=${file}`,
    ...(snapshot === undefined ? [] : [`--snapshot=${snapshot}`]),
    `--dbname=${address}`,
  ]);

/**
 * Restores such a file into a database, all or nothing. Rows come before triggers, so the guards of the ledger stop
 * nothing of it. Throws ProgramFailed.
 */
export const restoreDump = (url: string, file: string): Promise<void> =>
  run('pg_restore', url, (address) => [
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    '--exit-on-error',
    `--dbname=${address}`,
    file,
  ]);
