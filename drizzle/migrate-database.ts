import { fileURLToPath } from 'node:url';
import { directAddress, isNeonHost } from './neon-host.ts';

/** How long a silent database is waited for, in milliseconds: one that was suspended needs seconds. */
const connectionTimeoutMillis = 30_000;

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Over one WebSocket, which also works where a firewall lets HTTPS alone through. */
const migrateNeon = async (url: string): Promise<void> => {
  const { Pool } = await import('@neondatabase/serverless');
  const { drizzle } = await import('drizzle-orm/neon-serverless');
  const { migrate } = await import('drizzle-orm/neon-serverless/migrator');
  const pool = new Pool({ connectionString: directAddress(url), max: 1, connectionTimeoutMillis });
  try {
    await migrate(drizzle({ client: pool }), { migrationsFolder });
  } finally {
    await pool.end();
  }
};

const migratePostgres = async (url: string): Promise<void> => {
  const { default: pg } = await import('pg');
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const { migrate } = await import('drizzle-orm/node-postgres/migrator');
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis });
  // A server that ends the connection rejects the query as well.
  pool.on('error', () => undefined);
  try {
    await migrate(drizzle({ client: pool }), { migrationsFolder });
  } finally {
    await pool.end();
  }
};

/**
 * Brings a database to the newest schema over one connection, since a migration is a transaction: Neon by its own protocol,
 * any other PostgreSQL by PostgreSQL's. Safe to repeat.
 */
export const migrateDatabase = (
  url: string,
  protocol: 'neon' | 'postgres' = isNeonHost(new URL(url).hostname) ? 'neon' : 'postgres',
): Promise<void> => (protocol === 'neon' ? migrateNeon(url) : migratePostgres(url));

/** What is at the bottom of a migration's failure; a WebSocket's is an event, which holds no more than a message. */
export const whyNotMigrated = (error: unknown): string => {
  if (error instanceof AggregateError) return whyNotMigrated(error.errors[0]);
  if (error instanceof Error && error.cause !== undefined) return whyNotMigrated(error.cause);
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' && message ? message : 'it does not answer';
};
