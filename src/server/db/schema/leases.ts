import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Queues of writers that would otherwise keep conflicting: the first row of each name holds the lease. The row of a writer
 * that died expires.
 */
export const leases = pgTable(
  'leases',
  {
    name: text('name').notNull(),
    holder: uuid('holder').notNull(),
    queuedAt: moment('queued_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.holder] })],
);
