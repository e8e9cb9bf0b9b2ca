import { eq, sql } from 'drizzle-orm';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { payments, refunds } from '../../frame/db/schema/purchases.ts';
import { nested } from '../../frame/db/sql.ts';

/**
 * The cents of a row of `payments` that can still be refunded. A refund that PayPal has accepted counts at once, before it is in our
 * records.
 */
export const refundableCents = nested(sql<number>`case ${payments.state} when 'completed' then greatest(
  0, ${payments.amountCents} - ${payments.refundedCents} - coalesce((
    select sum(${paypalActions.amountCents})::int from ${paypalActions}
    where ${eq(paypalActions.purchaseId, payments.purchaseId)} and ${eq(paypalActions.paymentId, payments.id)}
      and ${paypalActions.kind} = 'refund' and ${paypalActions.state} <> 'refused' and ${paypalActions.providerId} is not null
      and not exists (select from ${refunds} where ${eq(refunds.providerId, paypalActions.providerId)})
  ), 0)
) else 0 end`);
