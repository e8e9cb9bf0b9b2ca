import { fileURLToPath } from 'node:url';
import { Pool } from '@neondatabase/serverless';
import { drizzle } from 'drizzle-orm/neon-serverless';
import { migrate } from 'drizzle-orm/neon-serverless/migrator';

/** How long a silent database is waited for, in milliseconds: one that was suspended needs seconds. */
const connectionTimeoutMillis = 30_000;

/**
 * Brings a Neon database to the newest schema over one WebSocket connection, since a migration is a
 * transaction. Safe to repeat.
 */
export const migrateDatabase = async (url: string): Promise<void> => {
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis });
  try {
    await migrate(drizzle({ client: pool }), {
      migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
    });
  } finally {
    await pool.end();
  }
};

/** What is at the bottom of a migration's failure; a WebSocket's is an event, which holds no more than a message. */
export const whyNotMigrated = (error: unknown): string => {
  if (error instanceof Error && error.cause !== undefined) return whyNotMigrated(error.cause);
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' && message ? message : 'it does not answer';
};
