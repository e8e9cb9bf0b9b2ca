import { chmod, copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrateDatabase } from '../../../drizzle/migrate-database.ts';
import { isPooled } from '../../../drizzle/neon-host.ts';
import { seed } from '../../../drizzle/seed.ts';
import { dumpDatabase, restoreDump } from '../../../stack/postgres/dump.ts';
import { connectPostgres } from '../../../stack/postgres/connect.ts';
import { startPostgres } from '../../../stack/postgres/postgres.ts';
import { type ComparedLine, compareSnapshots, takeSnapshot } from './snapshot.ts';

/** Error of a database that must not be used for a check. The message suggests another step. */
export class UnusableDatabase extends Error {}

/**
 * Dumps `from`, restores the dump into the empty database `to`, and compares both. Other clients may keep using `from`,
 * because the dump and the comparison share one snapshot of it. Only sequences are not part of the snapshot. With `keep`, the
 * dump replaces that file if the databases are equal. Throws UnusableDatabase and ProgramFailed.
 */
export async function checkBackup(from: string, to: string, keep?: string): Promise<readonly ComparedLine[]> {
  for (const url of [from, to]) assertDirect(url);
  await assertEmpty(to);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'backup-check-'));
  const file = path.join(folder, 'database.dump');
  try {
    const before = await withClient(from, async (client) => {
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
      await dumpDatabase(from, file, rows[0]?.id);
      return takeSnapshot(client, from);
    });
    await restoreDump(to, file);
    const lines = compareSnapshots(before, await withClient(to, (client) => takeSnapshot(client, to)));
    if (keep && lines.every((line) => line.before === line.after)) await keepDump(file, keep);
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compares two databases and changes neither. Throws UnusableDatabase and ProgramFailed. */
export async function compareDatabases(from: string, to: string): Promise<readonly ComparedLine[]> {
  for (const url of [from, to]) assertDirect(url);
  const snapshots = [from, to].map((url) => withClient(url, (client) => takeSnapshot(client, url)));
  const [before, after] = await Promise.all(snapshots);
  return before && after ? compareSnapshots(before, after) : [];
}

/** Checks a backup of the sample records, on a PostgreSQL that is started for it. */
export async function checkLocalBackup(): Promise<readonly ComparedLine[]> {
  const postgres = await startPostgres();
  try {
    const from = await postgres.createDatabase('filled');
    await migrateDatabase(from);
    const source = connectPostgres(from, { connections: 1 });
    try {
      await seed(source.db);
    } finally {
      await source.close();
    }
    return await checkBackup(from, await postgres.createDatabase('restored'));
  } finally {
    await postgres.stop();
  }
}

/** Throws for Neon's pooler: it gives a session to other clients between two statements, which would end the snapshot. */
function assertDirect(url: string): void {
  const { hostname } = new URL(url);
  if (isPooled(hostname))
    throw new UnusableDatabase(
      `${hostname} is Neon's pooler. Use the direct address: the same without -pooler.`,
    );
}

async function assertEmpty(url: string): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query(`select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                  where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' limit 1`),
  );
  if (rows.length > 0)
    throw new UnusableDatabase('The database to restore into is not empty. Create a new one for the check.');
}

/** Runs work with a connection to a database. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Replaces the kept dump in one step. Only the owner may read it, since it holds personal data. */
async function keepDump(file: string, keep: string): Promise<void> {
  const copy = `${keep}.new`;
  await rm(copy, { force: true });
  await chmod(file, 0o600);
  await copyFile(file, copy);
  await rename(copy, keep);
}
