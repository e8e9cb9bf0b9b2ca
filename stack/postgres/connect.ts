import { drizzle, type RemoteCallback } from 'drizzle-orm/pg-proxy';
import pg from 'pg';
import type { Batch, Database } from '../../src/server/frame/context/database.ts';
import { toQuery } from '../../src/server/frame/db/to-query.ts';
import { isDatabaseOutage, isDeadlock, translateOutage } from '../../src/server/frame/db/errors.ts';
import { withTiming } from '../../src/server/frame/outbound/timing.ts';

export interface PostgresConnection {
  readonly db: Database;
  /** Runs any SQL, for tests that look at rows. */
  readonly query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

/** Parses rows that tests compare: 64-bit integers as numbers, and dates as UTC in every time zone. */
const comparableTypes: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === pg.types.builtins.INT8) return Number;
    if (type === pg.types.builtins.DATE) return (text: string) => new Date(text);
    return pg.types.getTypeParser(type, format) as (value: string) => unknown;
  },
};

/**
 * Connects the server code to a PostgreSQL directly, without Neon's HTTP. Statements are counted for the call that runs
 * them, a batch counts once, the loser of a deadlock runs again, and an outage is `service-unavailable`, as in `connectNeon`.
 */
export function connectPostgres(url: string, { connections = 6 } = {}): PostgresConnection {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // A server that stops ends its connections, also those in use; the statement or the next one reports it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function sendWithRetry<T>(send: () => Promise<T>): Promise<T> {
    const attempt = () => withTiming('database', send, isDatabaseOutage);
    try {
      return await attempt().catch((error: unknown) => {
        if (!isDeadlock(error)) throw error;
        return attempt();
      });
    } catch (error) {
      throw translateOutage(error);
    }
  }

  const run: RemoteCallback = (text, values, method) =>
    sendWithRetry<{ rows: never[] }>(() =>
      pool.query({ text, values, ...(method === 'all' && { rowMode: 'array' as const }) }),
    ).then((result) => (method === 'all' ? result : { rows: result as never }));

  return {
    db: Object.assign(drizzle(run), {
      batch: (statements: Parameters<Batch>[0]) => sendWithRetry(() => runBatch(pool, statements)),
    }),
    query: async (text, values = []) =>
      (await pool.query<Record<string, unknown>>({ text, values, types: comparableTypes })).rows,
    close: () => pool.end(),
  };
}

async function runBatch(pool: pg.Pool, statements: Parameters<Batch>[0]): ReturnType<Batch> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const results = [];
    for (const { sql, params } of statements.map(toQuery))
      results.push((await client.query<Record<string, unknown>>(sql, params)).rows);
    await client.query('commit');
    client.release();
    return results;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
