import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/** The results of comparing our books with PayPal's, one row for each run, append-only. No personal data. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: id(),
    /** The first and the last UTC day of the comparison, as text: see statements.month. */
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** The number of payments and refunds. */
    compared: integer('compared').notNull(),
    differences: jsonb('differences').notNull(),
    madeAt: createdAt('made_at'),
  },
  (table) => [
    index('reconciliations_made_idx').on(table.madeAt, table.id),
    check('reconciliations_days', sql`${table.firstDay} <= ${table.lastDay}`),
  ],
);
