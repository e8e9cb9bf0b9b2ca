import * as schema from '../src/server/frame/db/schema/schema.ts';
import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { seed } from '../drizzle/seed.ts';
import { registerDatabase } from '../src/server/frame/db/connect.ts';
import type { Database, Rows } from '../src/server/frame/context/database.ts';
import { inProject } from './paths.ts';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
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
  const driver = drizzle({ client, schema });
  try {
    await assertKnownMigrations(client);
    await migrate(driver, { migrationsFolder });
  } catch (cause) {
    await client.close();
    throw new Error('The local database does not fit the migrations. Run: npm run reset', { cause });
  }
  await seed(driver);
  registerDatabase(() => withBatch(drizzle({ client })));
  return {
    db: withBatch(driver),
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

type Schema = Record<string, unknown>;

/** Adds `batch`, which only Neon's driver has, to a Drizzle database. It runs the statements one by one in a transaction. */
export function withBatch<Kind extends PgQueryResultHKT, Full extends Schema>(
  db: PgDatabase<Kind, Full>,
): Database {
  return Object.assign(db, {
    batch: (statements: Parameters<Database['batch']>[0]) =>
      db.transaction(async (tx) => {
        const results: Rows[] = [];
        for (const statement of statements) {
          const { rows } = (await tx.execute(statement.getSQL())) as { rows: Rows };
          results.push(rows);
        }
        return results;
      }),
  });
}

/** Opens an empty embedded PostgreSQL in memory with all tables. It is not registered for the server code. */
export async function openScratch(): Promise<{ db: Database; close: () => Promise<void> }> {
  const client = await PGlite.create('memory://');
  const driver = drizzle({ client, schema });
  await migrate(driver, { migrationsFolder });
  return { db: withBatch(driver), close: () => client.close() };
}

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
