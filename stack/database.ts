import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { seed } from '../drizzle/seed.ts';
import { registerDatabase } from '../src/server/frame/db/connect.ts';
import {
  createDatabase,
  type Driver,
  type Query,
  textTypes,
} from '../src/server/frame/db/create-database.ts';
import type { Database } from '../src/server/frame/context/database.ts';
import { inProject } from './paths.ts';
import { withTiming } from '../src/server/frame/outbound/timing.ts';

/** A database of the local stack. */
export interface LocalDatabase {
  readonly db: Database;
  /** Runs any SQL, for tests. */
  readonly query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

const migrationsFolder = inProject('drizzle/migrations');

/**
 * Opens the embedded PostgreSQL in a folder, or in memory, migrates and seeds it, and registers it for the server code of this
 * process. The caller must hold the folder's lock: two processes on one folder would lose rows.
 */
export async function openDatabase(folder: string | null): Promise<LocalDatabase> {
  if (folder) await mkdir(folder, { recursive: true });
  const client = countStatements(await PGlite.create(folder ?? 'memory://'));
  const driver = drizzle({ client });
  try {
    await assertKnownMigrations(client);
    await migrate(driver, { migrationsFolder });
  } catch (cause) {
    await client.close();
    throw new Error('The local database does not fit the migrations. Run: npm run reset', { cause });
  }
  const db = createDatabase(embeddedDriver(client));
  await seed(db);
  registerDatabase(() => db);
  return {
    db,
    query: async (text, values = []) => (await client.query<Record<string, unknown>>(text, values)).rows,
    close: () => client.close(),
  };
}

/**
 * Throws if the database has a migration that drizzle/migrations lacks, for example a migration of another branch. Drizzle
 * itself would not notice, because it compares only the date of the newest migration.
 */
async function assertKnownMigrations(client: PGlite): Promise<void> {
  const migrationsTable = 'drizzle.__drizzle_migrations';
  const { rows: tables } = await client.query('select 1 where to_regclass($1) is not null', [
    migrationsTable,
  ]);
  if (tables.length === 0) return;
  const hashes = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
  const { rows } = await client.query(`select 1 from ${migrationsTable} where hash <> all ($1)`, [hashes]);
  if (rows.length > 0) throw new Error(`${String(rows.length)} migrations are unknown.`);
}

/** Sends queries to an embedded PostgreSQL. */
function embeddedDriver(client: PGlite): Driver {
  const send = (target: Pick<PGlite, 'query'>, { text, params }: Query) =>
    target.query<unknown[]>(text, params, { rowMode: 'array', parsers: textParsers });
  return {
    send: (query) => send(client, query),
    sendAll: (queries) =>
      client.transaction(async (tx) => {
        const results = [];
        for (const query of queries) results.push(await send(tx, query));
        return results;
      }),
  };
}

const textParsers = Object.fromEntries(textTypes.map((type) => [type, (text: string) => text]));

/** Makes the client count and time its statements for the running request, as `connectNeon` does. */
export function countStatements(client: PGlite): PGlite {
  countQueries(client);
  const transaction = client.transaction.bind(client);
  client.transaction = (work) =>
    transaction((inside) => {
      countQueries(inside);
      return work(inside);
    });
  return client;
}

function countQueries(client: Pick<PGlite, 'query'>): void {
  const query = client.query.bind(client);
  client.query = <T>(...args: Parameters<typeof query>) =>
    withTiming(
      'database',
      () => query<T>(...args),
      () => false,
    );
}
