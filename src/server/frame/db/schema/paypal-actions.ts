import { sql } from 'drizzle-orm';
import { check, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { payments, purchases } from './purchases.ts';

export const paypalActionKind = pgEnum('paypal_action_kind', ['cancel', 'refund']);

/** `refused`: PayPal answered that it will not do it. It is not tried again. */
export const paypalActionState = pgEnum('paypal_action_state', ['waiting', 'done', 'refused']);

/**
 * Requests to PayPal: cancel a subscription, or refund a payment. The row is stored before PayPal is called. Its id is the
 * idempotency key, so PayPal does it once, however often we ask. A scheduled job asks again until PayPal answers.
 */
export const paypalActions = pgTable(
  'paypal_actions',
  {
    id: id(),
    kind: paypalActionKind('kind').notNull(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchases.id),
    /** The refunded payment. Null for a cancellation. */
    paymentId: uuid('payment_id').references(() => payments.id),
    /** The refund in US cents. Null for a cancellation. */
    amountCents: integer('amount_cents'),
    /** The admin's reason for a refund. Null for a cancellation. */
    reason: text('reason'),
    /** The account of the admin, or `buyer`. */
    requestedBy: text('requested_by').notNull(),
    state: paypalActionState('state').notNull().default('waiting'),
    dueAt: moment('due_at').notNull(),
    /** The end of a worker's lease. If the worker dies, another worker takes the action after the lease. */
    leasedUntil: moment('leased_until'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** PayPal's id of the refund. */
    providerId: text('provider_id'),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    // A subscription is cancelled once, and a payment has one refund under way.
    uniqueIndex('paypal_actions_cancel_key')
      .on(table.purchaseId)
      .where(sql`kind = 'cancel' and state <> 'refused'`),
    uniqueIndex('paypal_actions_refund_key')
      .on(table.paymentId)
      .where(sql`kind = 'refund' and state = 'waiting'`),
    index('paypal_actions_due_idx')
      .on(table.dueAt)
      .where(sql`state = 'waiting'`),
    index('paypal_actions_purchase_idx').on(table.purchaseId),
    index('paypal_actions_refused_idx')
      .on(table.finishedAt)
      .where(sql`state = 'refused'`),
    check(
      'paypal_actions_refund',
      sql`case ${table.kind} when 'refund' then ${table.paymentId} is not null and ${table.amountCents} > 0 and ${table.reason} is not null
        else ${table.paymentId} is null and ${table.amountCents} is null end`,
    ),
    check('paypal_actions_finished', sql`(${table.state} = 'waiting') = (${table.finishedAt} is null)`),
  ],
);
