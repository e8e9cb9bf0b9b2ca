import { type SQL, sql } from 'drizzle-orm';

/**
 * A condition on `webhook_events`: the event is about one of these ids of the provider (a query of texts), be it an
 * order, a subscription, a payment, a refund or a dispute.
 */
export const eventsAbout = (ids: SQL): SQL => {
  // An array, so that each of the four is looked up in its index.
  const named = sql`any (array(${ids}))`;
  return sql`(webhook_events.resource_id = ${named}
    or (webhook_events.body #>> '{resource,billing_agreement_id}') = ${named}
    or (webhook_events.body #>> '{resource,supplementary_data,related_ids,order_id}') = ${named}
    or (webhook_events.body #>> '{resource,disputed_transactions,0,seller_transaction_id}') = ${named})`;
};

/** A query of every id that the provider gave to these purchases (a table or its alias) and to their payments and refunds. */
export const providerIds = (bought: SQL): SQL => sql`
  select provider_id from ${bought}
  union all
  select payments.provider_id from payments where purchase_id in (select id from ${bought})
  union all
  select refunds.provider_id from refunds join payments on payments.id = refunds.payment_id
  where payments.purchase_id in (select id from ${bought})`;
