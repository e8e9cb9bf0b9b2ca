import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from './binaries.ts';

/** A failed program of PostgreSQL. The message has its error output, without the password. */
export class ProgramFailed extends Error {}

/**
 * Writes a database to a file in pg_dump's custom format. With `snapshot`, an id that pg_export_snapshot returned in a
 * transaction that is still open, it writes the rows of that snapshot, otherwise the current rows. Leaves out owners and
 * grants, which belong to the server. Throws ProgramFailed.
 */
export async function dumpDatabase(url: string, file: string, snapshot?: string): Promise<void> {
  await run('pg_dump', url, (address) => [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--file=${file}`,
    ...(snapshot === undefined ? [] : [`--snapshot=${snapshot}`]),
    `--dbname=${address}`,
  ]);
}

async function run(program: string, url: string, args: (address: string) => string[]): Promise<string> {
  const { address, env } = hidePassword(url);
  const folder = await findPostgres(['pg_dump', 'pg_restore']).catch((error: unknown) => {
    throw new ProgramFailed(error instanceof Error ? error.message : String(error));
  });
  const file = path.join(folder, program);
  try {
    const { stdout } = await promisify(execFile)(file, args(address), { env, maxBuffer: 16 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new ProgramFailed(`${program} failed. ${output}`);
  }
}

/** Moves the password from the address to the environment, since every process can read arguments. */
function hidePassword(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password);
  parsed.password = '';
  return { address: parsed.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } };
}

/**
 * Restores a file of `dumpDatabase` into a database, all or nothing. Rows are restored before triggers, so the ledger's
 * guards do not refuse them. Throws ProgramFailed.
 */
export async function restoreDump(url: string, file: string): Promise<void> {
  await run('pg_restore', url, (address) => [
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    '--exit-on-error',
    `--dbname=${address}`,
    file,
  ]);
}

/** Returns the statements that create a database's schema, without comments and empty lines. Throws ProgramFailed. */
export async function dumpSchema(url: string): Promise<string[]> {
  const text = await run('pg_dump', url, (address) => [
    '--schema-only',
    '--no-owner',
    '--no-privileges',
    `--dbname=${address}`,
  ]);
  // Newer versions write \restrict with a random word.
  return text.split('\n').filter((line) => line !== '' && !/^(--|\\)/.test(line));
}
