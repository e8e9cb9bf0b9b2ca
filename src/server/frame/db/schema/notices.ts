import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, moment } from './columns.ts';
import { purchases } from './purchases.ts';

/**
 * The mail that a purchase gets next: about its renewal, or about the end of its year. One row for each purchase. A scheduled job looks
 * at the purchase when the row is due.
 */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id),
    /** When the job looks at the purchase next. Null: nothing is ahead. */
    dueAt: moment('due_at'),
    /** The renewal, or the end of the year, that the last mail was about. */
    notifiedFor: moment('noticed_for'),
    /** The end of a worker's lease. If the worker dies, another worker takes the row after the lease. */
    leasedUntil: moment('leased_until'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('notices_purchase_key').on(table.purchaseId),
    index('notices_due_idx')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ],
);
