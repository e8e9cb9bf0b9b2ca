import { chmod, copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { dumpDatabase, restoreDump } from '../../../stack/postgres/dump.ts';
import { compare, type Line, pictureOf } from './compare.ts';
import { describeSchema } from './describe-schema.ts';

/** Something that the drill will not do; the message says what to do instead. */
export class Refused extends Error {}

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** A pooler hands the session to others between two statements; the dump's snapshot would be gone. */
const refusePooler = (url: string): void => {
  const { hostname } = new URL(url);
  if (hostname.includes('-pooler.'))
    throw new Refused(`${hostname} is Neon's pooler. Take the direct address: the same without -pooler.`);
};

const refuseFull = async (url: string): Promise<void> => {
  const { size } = await connected(url, describeSchema);
  if (size > 0) throw new Refused('The database to restore into is not empty. Make a new one for the drill.');
};

/** Holds two databases against each other as they are now, and changes neither. Throws Refused for a pooler's address. */
export const compareDatabases = async (from: string, to: string): Promise<readonly Line[]> => {
  for (const url of [from, to]) refusePooler(url);
  const [before, after] = await Promise.all([connected(from, pictureOf), connected(to, pictureOf)]);
  return compare(before, after);
};

/** Puts a dump in the place of the last one that was kept, in one step. It holds addresses: its owner alone may read it. */
const keepDump = async (file: string, keep: string): Promise<void> => {
  const copy = `${keep}.new`;
  await rm(copy, { force: true });
  await chmod(file, 0o600);
  await copyFile(file, copy);
  await rename(copy, keep);
};

/**
 * Dumps `from`, restores the dump into `to`, and holds both against each other. The dump and the look at `from` share one
 * snapshot, so a database in use stays in use; sequences alone are outside of it. A dump that proved equal is kept in
 * `keep`; any other leaves what is kept there alone. Throws Refused when `to` is not empty or an address is a pooler's, and
 * ProgramFailed.
 */
export const drill = async (from: string, to: string, keep?: string): Promise<readonly Line[]> => {
  for (const url of [from, to]) refusePooler(url);
  await refuseFull(to);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'drill-restore-'));
  const file = path.join(folder, 'database.dump');
  try {
    const before = await connected(from, async (client) => {
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
      await dumpDatabase(from, file, rows[0]?.id);
      return pictureOf(client);
    });
    await restoreDump(to, file);
    const lines = compare(before, await connected(to, pictureOf));
    if (keep && lines.every(({ equal }) => equal)) await keepDump(file, keep);
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
