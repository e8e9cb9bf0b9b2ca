import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { directAddress } from './neon-host.ts';

/** Connection timeout in milliseconds. A suspended Neon database takes seconds to start. */
const connectionTimeoutMillis = 30_000;

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Applies the missing migrations, each in a transaction, over one direct connection. Safe to repeat. */
export async function migrateDatabase(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: directAddress(url), max: 1, connectionTimeoutMillis });
  // Without a listener, a lost connection would end the process. The query rejects as well, so the error is not lost.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await assertEnglishLetterCase(pool);
    await migrate(drizzle({ client: pool }), { migrationsFolder });
  } finally {
    await pool.end();
  }
}

/**
 * Throws if the lowercase of I is not i in the database's locale, as in Turkish. Emails are compared in lowercase, so one person
 * could have two accounts there.
 */
async function assertEnglishLetterCase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ letter: string }>(`select lower('I') as letter`);
  if (rows[0]?.letter !== 'i')
    throw new Error(
      'Its locale lowercases letters differently than English. Create the database again: create database NAME locale "C.UTF-8" template template0',
    );
}

/** Returns the text of the innermost cause of a failed migration. */
export function whyNotMigrated(error: unknown): string {
  if (error instanceof AggregateError) return whyNotMigrated(error.errors[0]);
  if (error instanceof Error && error.cause !== undefined) return whyNotMigrated(error.cause);
  return (error instanceof Error && error.message) || 'it does not answer';
}
