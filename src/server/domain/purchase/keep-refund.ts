import { and, eq, sql } from 'drizzle-orm';
import { currency } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import type { Database } from '../../db/database.ts';
import { payments, refunds } from '../../db/schema/purchases.ts';
import type { News, PaymentRow } from './purchase.ts';

/**
 * Records money that went back from one of these payments, once, and how much of the payment is back by now. A refund
 * of another payment, or one that is not completed, changes nothing. Throws `purchase-mismatch` in another currency.
 */
export const keepRefund = async (
  tx: Database,
  rows: readonly PaymentRow[],
  refund: News['refund'],
): Promise<void> => {
  const payment = rows.find(({ providerId }) => providerId === refund?.paymentId);
  if (!refund || !payment || refund.state !== 'completed' || refund.amount.cents === 0) return;
  if (refund.amount.currency !== currency) throw problem('purchase-mismatch');
  const { id: providerId, kind, amount, refundedAt } = refund;
  await tx
    .insert(refunds)
    .values({ paymentId: payment.id, providerId, kind, amountCents: amount.cents, refundedAt })
    .onConflictDoNothing();
  const ofPayment = eq(payments.id, payment.id);
  await tx
    .update(payments)
    .set({
      refundedCents: sql`least(${payments.amountCents},
        (select sum(refunds.amount_cents) from refunds where refunds.payment_id = ${payments.id}))`,
    })
    .where(ofPayment);
  await tx
    .update(payments)
    .set({ state: 'reversed' })
    .where(
      and(
        ofPayment,
        eq(payments.state, 'completed'),
        eq(payments.refundedCents, payments.amountCents),
        sql`exists (select 1 from refunds where refunds.payment_id = ${payments.id} and refunds.kind = 'reversal')`,
      ),
    );
};
