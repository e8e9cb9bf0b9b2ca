import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { webhookEvents, webhookState } from '../../frame/db/schema/webhook-events.ts';
import { builder, type ColumnsOf, iso } from '../../frame/db/sql.ts';

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
      .check(z.describe('The time of the next attempt; null if the event is done or was given up on')),
  })
  .check(z.meta({ id: 'ProviderEvent' }));

export type EventSummary = z.infer<typeof eventSummary>;

export const eventSummaryExample: EventSummary = {
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

/** The columns of an EventSummary. */
export const eventColumns = {
  id: webhookEvents.id,
  type: webhookEvents.type,
  state: webhookEvents.state,
  attempts: webhookEvents.attempts,
  last_error: webhookEvents.lastError,
  occurred_at: iso(webhookEvents.occurredAt),
  received_at: iso(webhookEvents.receivedAt),
  processed_at: iso(webhookEvents.processedAt),
  next_attempt_at: iso(webhookEvents.nextAttemptAt),
} satisfies ColumnsOf<EventSummary>;

/**
 * Condition on `webhook_events`: the event names one of the purchases that the query `ids` selects, or one of their payments, refunds
 * and disputes.
 */
export function eventsAbout(ids: SQL): SQL {
  // An array, so that PostgreSQL uses the index of each of the four expressions.
  const anyId = sql`any (array${providerIds(ids)})`;
  const { body } = webhookEvents;
  return sql`(${webhookEvents.resourceId} = ${anyId}
    or (${body} #>> '{resource,billing_agreement_id}') = ${anyId}
    or (${body} #>> '{resource,supplementary_data,related_ids,order_id}') = ${anyId}
    or (${body} #>> '{resource,disputed_transactions,0,seller_transaction_id}') = ${anyId})`;
}

/** Query for all PayPal ids of purchases, their payments and their refunds. */
function providerIds(ids: SQL) {
  const isOfPurchases = (purchaseId: PgColumn) => sql`${purchaseId} in (${ids})`;
  return unionAll(
    builder.select({ id: purchases.providerId }).from(purchases).where(isOfPurchases(purchases.id)),
    builder.select({ id: payments.providerId }).from(payments).where(isOfPurchases(payments.purchaseId)),
    builder
      .select({ id: refunds.providerId })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(isOfPurchases(payments.purchaseId)),
  );
}
