import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { seed } from '../drizzle/seed.ts';
import { offerEmbeddedDatabase } from '../src/server/db/connect.ts';
import type { Database } from '../src/server/db/database.ts';
import * as schema from '../src/server/db/schema/schema.ts';
import { measure } from './measured.ts';
import { inProject } from './paths.ts';
import { withBatch } from './with-batch.ts';

export interface EmbeddedDatabase {
  readonly db: Database;
  /** Runs any SQL, for tests that look at rows and for the seed. */
  readonly query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

const migrationsFolder = inProject('drizzle/migrations');

/**
 * Opens the embedded PostgreSQL in a folder (memory without one), migrates and seeds it, and offers it to
 * the server code of this process. The caller holds the folder's lock: a second owner would lose rows.
 */
export const openDatabase = async (folder: string | null): Promise<EmbeddedDatabase> => {
  if (folder) await mkdir(folder, { recursive: true });
  const client = measure(await PGlite.create(folder ?? 'memory://'));
  const driver = drizzle({ client, schema });
  try {
    await assertKnownMigrations(client);
    await migrate(driver, { migrationsFolder });
  } catch (cause) {
    await client.close();
    throw new Error('The local database does not fit the migrations. Run: npm run reset', { cause });
  }
  await seed(driver);
  offerEmbeddedDatabase(() => withBatch(drizzle({ client })));
  return {
    db: withBatch(driver),
    query: async (text, values = []) => (await client.query<Record<string, unknown>>(text, values)).rows,
    close: () => client.close(),
  };
};

/**
 * Refuses a database with migrations that drizzle/migrations does not have, such as one of another branch: Drizzle
 * compares only the date of the newest one.
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
