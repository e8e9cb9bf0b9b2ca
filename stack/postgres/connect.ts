import pg from 'pg';
import type { Database } from '../../src/server/frame/context/database.ts';
import { createDatabase, type Driver, textTypes } from '../../src/server/frame/db/create-database.ts';
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

  const { send, sendAll } = poolDriver(pool);
  return {
    db: createDatabase({
      send: (query) => sendWithRetry(() => send(query)),
      sendAll: (queries) => sendWithRetry(() => sendAll(queries)),
    }),
    query: async (text, values = []) =>
      (await pool.query<Record<string, unknown>>({ text, values, types: comparableTypes })).rows,
    close: () => pool.end(),
  };
}

const withTextDates: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    textTypes.includes(type)
      ? (text: string) => text
      : (pg.types.getTypeParser(type, format) as (value: string) => unknown),
};

/** Sends queries through a pool. With names, PostgreSQL plans the query of a name once for each connection. */
export function poolDriver(pool: pg.Pool, nameStatement?: (text: string) => string): Driver {
  const send = (client: pg.Pool | pg.PoolClient, { text, params }: Parameters<Driver['send']>[0]) =>
    client.query<unknown[]>({
      ...(nameStatement && { name: nameStatement(text) }),
      text,
      values: params,
      rowMode: 'array',
      types: withTextDates,
    });
  return {
    send: (query) => send(pool, query),
    sendAll: async (queries) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const results = [];
        for (const query of queries) results.push(await send(client, query));
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
    },
  };
}
