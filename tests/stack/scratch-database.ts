import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from '../../src/server/db/database.ts';
import { inProject } from './paths.ts';
import { embedded } from './embedded.ts';

/** An empty embedded PostgreSQL in memory with today's tables, beside the one that the stack offers to the server. */
export const openScratch = async (): Promise<{ db: Database; close: () => Promise<void> }> => {
  const client = await PGlite.create('memory://');
  await migrate(drizzle({ client }), { migrationsFolder: inProject('drizzle/migrations') });
  return { db: embedded(client), close: () => client.close() };
};
