import { neon, neonConfig, Pool, type QueryConfig } from '@neondatabase/serverless';
import { drizzle } from 'drizzle-orm/neon-serverless';
import { site } from '../../shared/site.ts';
import { ask, inTime } from '../outside/ask.ts';
import { createHttpLine } from '../outside/http-line.ts';
import type { Database, DatabaseTimes } from './database.ts';
import { isDatabaseOutage, translateOutage } from './errors.ts';
import { createSlots } from './slots.ts';

/** Transactions that go on at once in this process; others wait for one of them to end. */
const connections = 10;

type Statement = QueryConfig & { readonly rowMode?: string };

/**
 * Neon: one HTTP request for a single query, a WebSocket for a transaction. Whatever does not answer in time, or breaks,
 * is `service-unavailable`; Neon cancels the query of a request that was given up.
 */
export const connectNeon = (url: string, { statementMs }: DatabaseTimes): Database => {
  neonConfig.fetchFunction ??= createHttpLine(site.product);
  const sql = neon(url);
  const slots = createSlots(connections);

  const query = async ({ text, values, rowMode, types }: Statement, given?: unknown[]) => {
    const send = (signal: AbortSignal) =>
      sql.query(text, given ?? values ?? [], {
        fullResults: true,
        arrayMode: rowMode === 'array',
        fetchOptions: { signal },
        ...(types && { types }),
      });
    try {
      return await ask('database', () => inTime('database', statementMs, send), isDatabaseOutage);
    } catch (error) {
      throw translateOutage(error);
    }
  };

  const pool = Object.assign(new Pool({ connectionString: url }), {
    query,
    // Most calls need none, and a function begins sooner without what it takes.
    connect: async () => {
      const { openConnection } = await import('./transaction-connection.ts');
      return openConnection(url, slots, statementMs);
    },
  });
  return drizzle({ client: pool });
};
