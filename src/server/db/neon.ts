import { neon, neonConfig, Pool, type QueryConfig } from '@neondatabase/serverless';
import { sql as statement } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/neon-serverless';
import { site } from '../../shared/site.ts';
import { ask, inTime } from '../outside/ask.ts';
import { createHttpLine } from '../outside/http-line.ts';
import { timeLeft } from '../outside/piece.ts';
import { type Batch, textOf } from './batch.ts';
import type { Database, DatabaseTimes } from './database.ts';
import { isDatabaseOutage, isDeadlock, translateOutage } from './errors.ts';

type Statement = QueryConfig & { readonly rowMode?: string };

/** The server ends by itself a statement that this side gave up, waits for locks included. For the transaction alone, since sessions are shared. */
const bounds = (ms: number) =>
  statement`select set_config('statement_timeout', ${String(Math.max(1, ms))}, true)`;

/**
 * Neon: one HTTP request for a statement, and one for a batch; one more for what lost a deadlock. Whatever does not answer in time, or breaks, is
 * `service-unavailable`; Neon cancels the query of a request that was given up.
 */
export const connectNeon = (url: string, { statementMs }: DatabaseTimes): Database => {
  neonConfig.fetchFunction ??= createHttpLine(site.product);
  const sql = neon(url);

  const inOneTrip = async <T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const sent = () => ask('database', () => inTime('database', statementMs, send), isDatabaseOutage);
    try {
      return await sent().catch((error: unknown) => {
        if (!isDeadlock(error)) throw error;
        return sent();
      });
    } catch (error) {
      throw translateOutage(error);
    }
  };

  const query = ({ text, values, rowMode, types }: Statement, given?: unknown[]) =>
    inOneTrip((signal) =>
      sql.query(text, given ?? values ?? [], {
        fullResults: true,
        arrayMode: rowMode === 'array',
        fetchOptions: { signal },
        ...(types && { types }),
      }),
    );

  const batch: Batch = async (statements) => {
    const [, ...results] = await inOneTrip((signal) =>
      sql.transaction(
        [bounds(timeLeft(statementMs)), ...statements]
          .map(textOf)
          .map(({ sql: text, params }) => sql.query(text, params)),
        { isolationLevel: 'ReadCommitted', fetchOptions: { signal } },
      ),
    );
    return results;
  };

  // Its own connections are never opened; Drizzle asks it for statements.
  const pool = Object.assign(new Pool({ connectionString: url }), { query });
  return Object.assign(drizzle({ client: pool }), { batch });
};
