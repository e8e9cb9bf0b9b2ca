import { sql } from 'drizzle-orm';

/**
 * SQL for the cents of a row of `payments` that can still be refunded. A refund that PayPal has accepted counts at once, before
 * it is in our records.
 */
export const refundableCents = sql`case payments.state when 'completed' then greatest(
  0, payments.amount_cents - payments.refunded_cents - coalesce((
    select sum(action.amount_cents)::int from paypal_actions action
    where action.purchase_id = payments.purchase_id and action.payment_id = payments.id
      and action.kind = 'refund' and action.state <> 'refused' and action.provider_id is not null
      and not exists (select from refunds where refunds.provider_id = action.provider_id)
  ), 0)
) else 0 end`;
