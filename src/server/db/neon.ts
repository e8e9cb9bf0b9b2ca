import { neonConfig, Pool } from '@neondatabase/serverless';
import { drizzle } from 'drizzle-orm/neon-serverless';
import type { Database } from './database.ts';
import * as schema from './schema/schema.ts';

/** Neon: one HTTP request for a single query, a WebSocket for a transaction. */
export const connectNeon = (url: string): Database => {
  neonConfig.poolQueryViaFetch = true;
  return drizzle({ client: new Pool({ connectionString: url }), schema });
};
