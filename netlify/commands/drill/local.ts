import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { seed } from '../../../drizzle/seed.ts';
import * as schema from '../../../src/server/db/schema/schema.ts';
import { seedLists } from '../../../tests/api/database/seed-lists.ts';
import { walkVersions } from '../../../tests/api/database/walk-versions.ts';
import { startPostgres } from '../../../stack/postgres/postgres.ts';

/** Fills an empty database with books as every version of the schema wrote them, the sample records, and lists of `size` rows. */
const fillDatabase = async (url: string, size: number): Promise<void> => {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await walkVersions(pool);
    await seed(drizzle(pool, { schema }));
    await seedLists((text, values) => pool.query(text, values), size);
  } finally {
    await pool.end();
  }
};

/** Does the work with a filled database and an empty one, on a PostgreSQL that is started for it. */
export const withLocalDatabases = async <T>(work: (from: string, to: string) => Promise<T>): Promise<T> => {
  const postgres = await startPostgres();
  try {
    const from = await postgres.createDatabase('filled');
    await fillDatabase(from, 2_000);
    return await work(from, await postgres.createDatabase('restored'));
  } finally {
    await postgres.stop();
  }
};
