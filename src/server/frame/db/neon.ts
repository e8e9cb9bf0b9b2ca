import { neon, neonConfig, types } from '@neondatabase/serverless';
import { site } from '../../../shared/site.ts';
import { withTiming, withTimeout } from '../outbound/timing.ts';
import { createHttpClient } from '../outbound/http-client.ts';
import { remainingMs } from '../outbound/request-scope.ts';
import type { Database, DatabaseTimeouts } from '../context/database.ts';
import { createDatabase, type Query, textTypes } from './create-database.ts';
import { isDatabaseOutage, isDeadlock, translateOutage, wasNeverSent } from './errors.ts';

/**
 * Connects to Neon: one HTTP request for each statement or batch, and one retry after a deadlock, or if no connection could be
 * made. A timeout or a broken connection is `service-unavailable`. Neon cancels the query of an aborted request.
 */
export function connectNeon(url: string, { statementMs }: DatabaseTimeouts): Database {
  neonConfig.fetchFunction ??= createHttpClient(site.product);
  const sql = neon(url);
  const results = { fullResults: true, arrayMode: true } as const;
  const types = withTextDates;

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

  return createDatabase({
    send: ({ text, params }) =>
      sendWithRetry((signal) => sql.query(text, params, { ...results, types, fetchOptions: { signal } })),
    sendAll: async (queries) => {
      const [, ...answers] = await sendWithRetry((signal) =>
        sql.transaction(
          [statementTimeout(remainingMs(statementMs)), ...queries].map(({ text, params }) =>
            sql.query(text, params, { types }),
          ),
          { ...results, isolationLevel: 'ReadCommitted', fetchOptions: { signal } },
        ),
      );
      return answers;
    },
  });
}

const withTextDates = {
  getTypeParser: (type: number, format?: 'text' | 'binary'): unknown =>
    textTypes.includes(type) ? (text: string) => text : types.getTypeParser(type, format),
};

/** Statement that makes PostgreSQL end the transaction's statements, and their waits for locks, after this time. */
function statementTimeout(ms: number): Query {
  return {
    text: "select set_config('statement_timeout', $1, true)",
    params: [String(Math.max(1, ms))],
  };
}
