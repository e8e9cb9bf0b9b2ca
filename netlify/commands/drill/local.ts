import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { seed } from '../../../drizzle/seed.ts';
import * as schema from '../../../src/server/db/schema/schema.ts';
import { migrateDatabase } from '../../../drizzle/migrate-database.ts';
import { startPostgres } from '../../../stack/postgres/postgres.ts';

/** Gives an empty database the schema and the sample records. */
const fillDatabase = async (url: string): Promise<void> => {
  await migrateDatabase(url);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await seed(drizzle(pool, { schema }));
  } finally {
    await pool.end();
  }
};

/** Does the work with a filled database and an empty one, on a PostgreSQL that is started for it. */
export const withLocalDatabases = async <T>(work: (from: string, to: string) => Promise<T>): Promise<T> => {
  const postgres = await startPostgres();
  try {
    const from = await postgres.createDatabase('filled');
    await fillDatabase(from);
    return await work(from, await postgres.createDatabase('restored'));
  } finally {
    await postgres.stop();
  }
};
