import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgEnum, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, nowByDefault } from './columns.ts';

/**
 * `ignored`: the event is about something that the site does not sell, or has a type that the site does not use. An admin may
 * retry it, and PayPal may send it again. In both cases it is processed again only if `last_error` has a reason.
 */
export const webhookState = pgEnum('webhook_state', ['received', 'processed', 'ignored', 'failed']);

/** Every verified event of PayPal, once, by PayPal's id. `body` has no personal data: see `strip_personal_data`. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    resourceId: text('resource_id'),
    body: jsonb('body').notNull(),
    state: webhookState('state').notNull().default('received'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** The time of the next attempt. Null once the event is processed or given up. */
    nextAttemptAt: moment('next_attempt_at'),
    /** The end of the lease that a worker has on the event. */
    leasedUntil: moment('leased_until'),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: nowByDefault('received_at'),
    processedAt: moment('processed_at'),
  },
  (table) => [
    index('webhook_events_due_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} in ('received', 'failed')`),
    index('webhook_events_received_idx').on(table.receivedAt, table.id),
    index('webhook_events_resource_idx').on(table.resourceId),
    // Finds the events of a purchase by the ids in their body: see eventsAbout.
    index('webhook_events_agreement_idx').on(sql`(${table.body} #>> '{resource,billing_agreement_id}')`),
    index('webhook_events_order_idx').on(
      sql`(${table.body} #>> '{resource,supplementary_data,related_ids,order_id}')`,
    ),
    index('webhook_events_dispute_idx').on(
      sql`(${table.body} #>> '{resource,disputed_transactions,0,seller_transaction_id}')`,
    ),
    check('webhook_events_attempts', sql`${table.attempts} >= 0`),
    check(
      'webhook_events_processed_at',
      sql`(${table.state} in ('processed', 'ignored')) = (${table.processedAt} is not null)`,
    ),
  ],
);
