import { neon, neonConfig, Pool, type QueryConfig } from '@neondatabase/serverless';
import { sql as statement, type SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/neon-serverless';
import { site } from '../../shared/site.ts';
import { ask, inTime } from '../outside/ask.ts';
import { createHttpLine } from '../outside/http-line.ts';
import { timeLeft } from '../outside/piece.ts';
import { type Batch, textOf } from './batch.ts';
import type { Database, DatabaseTimes } from './database.ts';
import { isDatabaseOutage, translateOutage } from './errors.ts';

type Statement = QueryConfig & { readonly rowMode?: string };

/** The server ends by itself a statement that this side gave up, waits for locks included. For the transaction alone, since sessions are shared. */
const bounds = (ms: number) =>
  statement`select set_config('statement_timeout', ${String(Math.max(1, ms))}, true)`;

/**
 * Neon: one HTTP request for a statement, and one for a batch. Whatever does not answer in time, or breaks, is
 * `service-unavailable`; Neon cancels the query of a request that was given up.
 */
export const connectNeon = (url: string, { statementMs }: DatabaseTimes): Database => {
  neonConfig.fetchFunction ??= createHttpLine(site.product);
  const sql = neon(url, { fullResults: true });
  const pool = new Pool({ connectionString: url });

  const inOneTrip = async <T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await ask('database', () => inTime('database', statementMs, send), isDatabaseOutage);
    } catch (error) {
      throw translateOutage(error);
    }
  };

  const prepared = (statement: SQLWrapper) => {
    const { sql: text, params } = textOf(statement);
    return sql.query(text, params);
  };

  const together = async (queries: readonly ReturnType<typeof prepared>[]) => {
    const all = [prepared(bounds(timeLeft(statementMs))), ...queries];
    const [, ...results] = await inOneTrip((signal) =>
      sql.transaction(all, { isolationLevel: 'ReadCommitted', fetchOptions: { signal } }),
    );
    return results;
  };

  const behind = (...guards: readonly (() => SQLWrapper)[]): Database => {
    const inFront = () => guards.map((guard) => prepared(guard()));

    const query = ({ text, values, rowMode, types }: Statement, given?: unknown[]) => {
      const params = given ?? values ?? [];
      const options = { arrayMode: rowMode === 'array', ...(types && { types }) };
      if (guards.length === 0)
        return inOneTrip((signal) => sql.query(text, params, { ...options, fetchOptions: { signal } }));
      const asked = sql.query(text, params, options) as ReturnType<typeof prepared>;
      return together([...inFront(), asked]).then((results) => results.at(-1));
    };

    const batch: Batch = async (statements) => {
      const results = await together([...inFront(), ...statements.map(prepared)]);
      return results.slice(guards.length).map(({ rows }) => rows);
    };

    // Its own connections are never opened; Drizzle asks it for statements.
    const client = Object.assign(Object.create(pool) as Pool, { query });
    return Object.assign(drizzle({ client }), {
      batch,
      behind: (guard: () => SQLWrapper) => behind(...guards, guard),
    });
  };
  return behind();
};
