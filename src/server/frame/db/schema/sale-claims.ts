import { sql } from 'drizzle-orm';
import { check, date, index, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { affiliates } from './affiliates.ts';
import { createdAt, id, isBetween, moment } from './columns.ts';

export const saleClaimState = pgEnum('sale_claim_state', ['open', 'credited', 'not-credited']);

/** Sales that affiliates miss in their lists. Settled ones are deleted after a time, and all of an affiliate when it is closed. */
export const saleClaims = pgTable(
  'sale_claims',
  {
    id: id(),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    /** The order number as the affiliate entered it, in capitals, without blanks, and with plain hyphens. It may belong to no purchase. */
    orderNumber: text('order_number').notNull(),
    /** The day of the sale, as the affiliate knows it. */
    day: date('day', { mode: 'string' }).notNull(),
    state: saleClaimState('state').notNull().default('open'),
    createdAt: createdAt(),
    settledAt: moment('settled_at'),
  },
  (table) => [
    uniqueIndex('sale_claims_open_key')
      .on(table.affiliateId, table.orderNumber)
      .where(sql`state = 'open'`),
    index('sale_claims_affiliate_idx').on(table.affiliateId, table.createdAt),
    index('sale_claims_waiting_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'open'`),
    check('sale_claims_order_number_length', isBetween(table.orderNumber, 1, maxLengths.orderNumber)),
    check('sale_claims_settled', sql`(${table.state} = 'open') = (${table.settledAt} is null)`),
  ],
);
