import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from '../src/server/db/database.ts';
import * as schema from '../src/server/db/schema/schema.ts';
import { inProject } from './paths.ts';
import { withBatch } from './with-batch.ts';

/** An empty embedded PostgreSQL in memory with today's tables, beside the one that the stack offers to the server. */
export const openScratch = async (): Promise<{ db: Database; close: () => Promise<void> }> => {
  const client = await PGlite.create('memory://');
  const driver = drizzle({ client, schema });
  await migrate(driver, { migrationsFolder: inProject('drizzle/migrations') });
  return { db: withBatch(driver), close: () => client.close() };
};
