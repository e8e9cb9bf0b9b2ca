import { neon, neonConfig } from '@neondatabase/serverless';
import { sql as statement } from 'drizzle-orm';
import { drizzle, type RemoteCallback } from 'drizzle-orm/pg-proxy';
import { site } from '../../shared/site.ts';
import { withTiming, withTimeout } from '../outbound/timing.ts';
import { createHttpClient } from '../outbound/http-client.ts';
import { remainingMs } from '../outbound/request-scope.ts';
import { type Batch, type Database, type DatabaseTimes, textOf } from './database.ts';
import { isDatabaseOutage, isDeadlock, translateOutage } from './errors.ts';

/**
 * The server ends by itself a statement that this side gave up, waits for locks included. For the
 * transaction alone, since sessions are shared.
 */
const bounds = (ms: number) =>
  statement`select set_config('statement_timeout', ${String(Math.max(1, ms))}, true)`;

/**
 * Neon: one HTTP request for a statement, and one for a batch; one more for what lost a deadlock. Whatever does not
 * answer in time, or breaks, is `service-unavailable`; Neon cancels the query of a request that was given up.
 */
export const connectNeon = (url: string, { statementMs }: DatabaseTimes): Database => {
  neonConfig.fetchFunction ??= createHttpClient(site.product);
  const sql = neon(url);

  const inOneTrip = async <T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const sent = () =>
      withTiming('database', () => withTimeout('database', statementMs, send), isDatabaseOutage);
    try {
      return await sent().catch((error: unknown) => {
        if (!isDeadlock(error)) throw error;
        return sent();
      });
    } catch (error) {
      throw translateOutage(error);
    }
  };

  const query: RemoteCallback = async (text, params, method) => {
    const result = await inOneTrip((signal) =>
      sql.query(text, params, {
        fullResults: true,
        arrayMode: method === 'all',
        fetchOptions: { signal },
      }),
    );
    // Where no columns are named, Drizzle's caller gets these rows: the whole result, as from any other driver.
    return method === 'all' ? result : { rows: result as never };
  };

  const batch: Batch = async (statements) => {
    const [, ...results] = await inOneTrip((signal) =>
      sql.transaction(
        [bounds(remainingMs(statementMs)), ...statements]
          .map(textOf)
          .map(({ sql: text, params }) => sql.query(text, params)),
        { isolationLevel: 'ReadCommitted', fetchOptions: { signal } },
      ),
    );
    return results;
  };

  return Object.assign(drizzle(query), { batch });
};
