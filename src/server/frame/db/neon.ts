import { neon, neonConfig } from '@neondatabase/serverless';
import { sql as statement, type SQL } from 'drizzle-orm';
import { drizzle, type RemoteCallback } from 'drizzle-orm/pg-proxy';
import { site } from '../../../shared/site.ts';
import { withTiming, withTimeout } from '../outbound/timing.ts';
import { createHttpClient } from '../outbound/http-client.ts';
import { remainingMs } from '../outbound/request-scope.ts';
import type { Batch, Database, DatabaseTimeouts } from '../context/database.ts';
import { toQuery } from './to-query.ts';
import { isDatabaseOutage, isDeadlock, translateOutage, wasNeverSent } from './errors.ts';

/**
 * Connects to Neon: one HTTP request for each statement or batch, and one retry after a deadlock, or if no connection could be
 * made. A timeout or a broken connection is `service-unavailable`. Neon cancels the query of an aborted request.
 */
export function connectNeon(url: string, { statementMs }: DatabaseTimeouts): Database {
  neonConfig.fetchFunction ??= createHttpClient(site.product);
  const sql = neon(url);

  async function sendWithRetry<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const attempt = () =>
      withTiming('database', () => withTimeout('database', statementMs, send), isDatabaseOutage);
    try {
      return await attempt().catch((error: unknown) => {
        if (!isDeadlock(error) && !wasNeverSent(error)) throw error;
        return attempt();
      });
    } catch (error) {
      throw translateOutage(error);
    }
  }

  const query: RemoteCallback = async (text, params, method) => {
    const result = await sendWithRetry((signal) =>
      sql.query(text, params, {
        fullResults: true,
        arrayMode: method === 'all',
        fetchOptions: { signal },
      }),
    );
    // For a raw statement Drizzle returns `rows` to its caller, who expects the whole result, as from other drivers.
    return method === 'all' ? result : { rows: result as never };
  };

  const batch: Batch = async (statements) => {
    const [, ...results] = await sendWithRetry((signal) =>
      sql.transaction(
        [setStatementTimeout(remainingMs(statementMs)), ...statements]
          .map(toQuery)
          .map(({ sql: text, params }) => sql.query(text, params)),
        { isolationLevel: 'ReadCommitted', fetchOptions: { signal } },
      ),
    );
    return results;
  };

  return Object.assign(drizzle(query), { batch });
}

/** Statement that makes PostgreSQL end the transaction's statements, and their waits for locks, after this time. */
function setStatementTimeout(ms: number): SQL {
  return statement`select set_config('statement_timeout', ${String(Math.max(1, ms))}, true)`;
}
