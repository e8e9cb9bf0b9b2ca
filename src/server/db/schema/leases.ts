import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Writers who keep overtaking each other stand in line here: of each name's line, the first has the lease. The place of a
 * writer that died expires.
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
