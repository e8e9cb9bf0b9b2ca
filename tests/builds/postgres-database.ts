import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { seed } from '../../drizzle/seed.ts';
import { registerDatabase } from '../../src/server/frame/db/connect.ts';
import type { LocalDatabase } from '../../stack/database.ts';
import { inProject } from '../../stack/paths.ts';
import { connectPostgres } from '../../stack/postgres/connect.ts';
import { startPostgres } from '../../stack/postgres/postgres.ts';

/** Creates the tables of the site in an empty PostgreSQL database. */
export async function migratePostgres(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await migrate(drizzle(pool), { migrationsFolder: inProject('drizzle/migrations') });
  await pool.query('analyze');
  await pool.end();
}

/**
 * Starts PostgreSQL with the tables and the sample rows, and registers it for the server code of this process. It starts in a
 * third of the time of the embedded database, and runs in a process of its own.
 */
export async function startPostgresDatabase(): Promise<LocalDatabase> {
  const postgres = await startPostgres({ isDurable: false });
  try {
    const url = await postgres.createDatabase('site');
    await migratePostgres(url);
    const { db, query, close } = connectPostgres(url);
    await seed(db);
    registerDatabase(() => db);
    return {
      db,
      query,
      close: async () => {
        await close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
