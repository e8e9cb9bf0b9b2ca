import { sql } from 'drizzle-orm';
import { date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { payments } from './purchases.ts';

/** The licenses of payments whose money arrived. A text is signed, so it never changes. A payment has at most one that is not revoked. */
export const licenses = pgTable(
  'licenses',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The last day (UTC) whose releases the license covers. */
    coversUntil: date('covers_until', { mode: 'string' }).notNull(),
    /** The file `kithbook-license.txt`. */
    text: text('text').notNull(),
    /** When the whole payment went back, or another license took its place. */
    revokedAt: moment('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('licenses_payment_key').on(table.paymentId, table.coversUntil),
    uniqueIndex('licenses_valid_key')
      .on(table.paymentId)
      .where(sql`revoked_at is null`),
    index('licenses_revoked_idx')
      .on(table.id)
      .where(sql`revoked_at is not null`),
  ],
);
