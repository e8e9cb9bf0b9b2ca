import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { webhookState } from '../../frame/db/schema/webhook-events.ts';
import { iso } from '../../frame/db/sql.ts';

const moment = z.iso.datetime();

/** A stored event of PayPal in the admins' view, without its body. */
export const eventSummary = z
  .object({
    id: z.string(),
    type: z.string(),
    state: z.enum(webhookState.enumValues),
    attempts: z.number(),
    last_error: z.nullable(z.string()).check(z.describe('The reason why the event failed or was ignored')),
    occurred_at: moment,
    received_at: moment,
    processed_at: z.nullable(moment),
    next_attempt_at: z
      .nullable(moment)
      .check(z.describe('The time of the next attempt; null if the event is done or given up')),
  })
  .check(z.meta({ id: 'ProviderEvent' }));

export type EventSummary = z.infer<typeof eventSummary>;

/** A row of `webhook_events` as an EventSummary. */
export const eventSummaryJson = sql<EventSummary>`json_build_object(
  'id', webhook_events.id, 'type', webhook_events.type, 'state', webhook_events.state,
  'attempts', webhook_events.attempts, 'last_error', webhook_events.last_error,
  'occurred_at', ${iso(sql`webhook_events.occurred_at`)}, 'received_at', ${iso(sql`webhook_events.received_at`)},
  'processed_at', ${iso(sql`webhook_events.processed_at`)},
  'next_attempt_at', ${iso(sql`webhook_events.next_attempt_at`)})`;

/**
 * Condition on `webhook_events`: the event names one of PayPal's ids that the query `ids` selects. They may be ids of orders,
 * subscriptions, payments, refunds and disputes.
 */
export function eventsAbout(ids: SQL): SQL {
  // An array, so that PostgreSQL uses the index of each of the four expressions.
  const anyId = sql`any (array(${ids}))`;
  return sql`(webhook_events.resource_id = ${anyId}
    or (webhook_events.body #>> '{resource,billing_agreement_id}') = ${anyId}
    or (webhook_events.body #>> '{resource,supplementary_data,related_ids,order_id}') = ${anyId}
    or (webhook_events.body #>> '{resource,disputed_transactions,0,seller_transaction_id}') = ${anyId})`;
}

/** Query for all PayPal ids of these purchases (a table or an alias), their payments and their refunds. */
export function providerIds(purchases: SQL): SQL {
  return sql`
  select provider_id from ${purchases}
  union all
  select payments.provider_id from payments where purchase_id in (select id from ${purchases})
  union all
  select refunds.provider_id from refunds join payments on payments.id = refunds.payment_id
  where payments.purchase_id in (select id from ${purchases})`;
}

/** An example for the API's description. */
export const eventSummaryExample = {
  id: 'WH-2WR32451HC0233532-67976317FL4543714',
  type: 'PAYMENT.CAPTURE.COMPLETED',
  state: 'processed',
  attempts: 1,
  last_error: null,
  occurred_at: '2025-08-04T12:00:00.000Z',
  received_at: '2025-08-04T12:00:00.000Z',
  processed_at: '2025-08-04T12:00:00.000Z',
  next_attempt_at: null,
};
