import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgEnum, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

/**
 * `ignored` are events that are about nothing sold here, or of a kind this site does not use: kept, and acted on again only
 * where `last_error` has a reason and they are sent again, or an admin tries them again.
 */
export const webhookState = pgEnum('webhook_state', ['received', 'processed', 'ignored', 'failed']);

/** Every verified event of the payment provider, once, under the provider's own id; `body` names no person. */
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
    /** When it is tried again; null once it is done or given up. */
    nextAttemptAt: moment('next_attempt_at'),
    /** Until then one worker has it to itself. */
    leasedUntil: moment('leased_until'),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: createdAt('received_at'),
    processedAt: moment('processed_at'),
  },
  (table) => [
    index('webhook_events_due_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} in ('received', 'failed')`),
    index('webhook_events_received_idx').on(table.receivedAt, table.id),
    index('webhook_events_resource_idx').on(table.resourceId),
    // Which purchase an event is about, where its own id is another: see eventsAbout.
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
