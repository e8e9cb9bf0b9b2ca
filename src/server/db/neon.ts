import { neonConfig, Pool } from '@neondatabase/serverless';
import { drizzle } from 'drizzle-orm/neon-serverless';
import type { Database } from './database.ts';
import * as schema from './schema/schema.ts';

/** Neon: one HTTP request for a single query, a WebSocket for a transaction. */
export const connectNeon = (url: string): Database => {
  neonConfig.poolQueryViaFetch = true;
  // A function that was frozen must not find a dead socket: a connection serves one transaction.
  const pool = new Pool({ connectionString: url, maxUses: 1, connectionTimeoutMillis: 5_000 });
  // An idle WebSocket that breaks is no error of anyone's request; the pool opens another.
  pool.on('error', (error: Error) => {
    console.error(JSON.stringify({ level: 'error', problem: `Idle database connection: ${error.message}` }));
  });
  return drizzle({ client: pool, schema });
};
