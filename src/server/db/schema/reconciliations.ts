import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/** What comparing our books with the provider's came to, a row a run; append-only. Names no person. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: id(),
    /** The first and the last UTC day that were compared: see statements.month. */
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** How many payments and refunds were compared. */
    compared: integer('compared').notNull(),
    differences: jsonb('differences').notNull(),
    madeAt: createdAt('made_at'),
  },
  (table) => [
    index('reconciliations_made_idx').on(table.madeAt, table.id),
    check('reconciliations_days', sql`${table.firstDay} <= ${table.lastDay}`),
  ],
);
