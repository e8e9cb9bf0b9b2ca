import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { createdAt, id, isBetween, moment } from './columns.ts';
import { purchases } from './purchases.ts';

/** Links for one purchase of a plan at a lower price. An admin makes them. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').notNull(),
    planId: text('plan_id').notNull(),
    /** The price of each payment, in US cents. */
    priceCents: integer('price_cents').notNull(),
    /** The plan at PayPal that bills the price. Null for a plan that is paid once. */
    providerPlanId: text('provider_plan_id'),
    /** The admin's words, which the buyer reads. */
    reason: text('reason').notNull(),
    /** When the link expires, or when an admin withdrew it. */
    endsAt: moment('ends_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
    /** PayPal's ids of the orders and subscriptions that were begun with the link. The first that is paid uses it up. */
    orderIds: text('order_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The purchase that used it up. */
    purchaseId: uuid('purchase_id').references(() => purchases.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('invitations_token_key').on(table.tokenHash),
    uniqueIndex('invitations_purchase_key').on(table.purchaseId),
    index('invitations_orders_idx').using('gin', table.orderIds),
    index('invitations_created_idx').on(table.createdAt),
    check('invitations_price_positive', sql`${table.priceCents} > 0`),
    check('invitations_reason_length', isBetween(table.reason, 1, maxLengths.reason)),
  ],
);
