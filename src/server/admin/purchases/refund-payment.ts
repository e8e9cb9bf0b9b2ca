import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { lastRow } from '../../frame/db/sql.ts';
import { claimedAction, newActionColumns, selectClaimed } from '../../money/paypal-actions/action-queue.ts';
import { runAction } from '../../money/paypal-actions/run-action.ts';
import { refundableCents } from './refundable-cents.ts';
import { type PurchaseDetails, showPurchase } from './show-purchase.ts';

interface Refund {
  /** The caller chooses the id. It is PayPal's idempotency key, too. */
  readonly id: string;
  readonly paymentId: string;
  /** US cents. */
  readonly amountCents: number;
  readonly reason: string;
}

/**
 * Refunds a payment at PayPal, in part or in full, and returns the purchase. Our records change only by what PayPal then shows, and
 * commissions follow. If PayPal does not answer in time, the refund waits, and a scheduled job repeats it. Idempotent by `id`.
 * Audited. Throws `purchase-not-found`, `refund-not-possible`, `refund-too-large`, `refund-in-progress`, and `refund-differs` if
 * the id belongs to another refund.
 */
export async function refundPayment(
  context: Context,
  purchaseId: string,
  refund: Refund,
): Promise<PurchaseDetails> {
  const { existing, payment, claimed } = await insertRefund(context, purchaseId, refund);
  if (existing && (existing.payment_id !== refund.paymentId || existing.amount_cents !== refund.amountCents))
    throw problem('refund-differs');
  if (!existing && !claimed) {
    if (!payment) throw problem('purchase-not-found');
    if (payment.state !== 'completed') throw problem('refund-not-possible');
    if (refund.amountCents > payment.left_cents) throw fieldProblem('refund-too-large', 'amountCents');
    throw problem('refund-in-progress');
  }
  if (claimed) await runAction(context, claimed);
  return showPurchase(context, purchaseId);
}

const insertedRefund = z.object({
  /** The action that already had the id. A cancellation has neither payment nor amount. */
  existing: z.nullable(
    z.object({ payment_id: z.nullable(z.string()), amount_cents: z.nullable(z.number()) }),
  ),
  /** The payment, with the cents that can still be refunded. */
  payment: z.nullable(z.object({ state: z.string(), left_cents: z.number() })),
  claimed: z.nullable(claimedAction),
});

/** Inserts the refund unless it is impossible, too large, or another refund of the payment waits. */
function insertRefund(
  context: Context,
  purchaseId: string,
  { id, paymentId, amountCents, reason }: Refund,
): Promise<z.infer<typeof insertedRefund>> {
  const { names, values } = newActionColumns(context);
  const logged = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'purchase.refund',
    entity: 'purchase',
    entityId: sql`claimed.purchase_id`,
    after: sql`jsonb_build_object('payment', claimed.payment_id, 'amount_cents', claimed.amount_cents)`,
    reason,
    from: sql`claimed`,
  });
  const statement = sql`with existing as (select payment_id, amount_cents from paypal_actions where id = ${id}::uuid),
      payment as (
        select id, state, ${refundableCents} as left_cents from payments
        where id = ${paymentId}::uuid and purchase_id = ${purchaseId}::uuid
      ),
      claimed as (
        insert into paypal_actions (id, kind, purchase_id, payment_id, amount_cents, reason, requested_by, ${names})
        select ${id}::uuid, 'refund', ${purchaseId}::uuid, id, ${amountCents}::int, ${reason}::text,
          ${actorId(context.actor)}::text, ${values}
        from payment
        where ${amountCents}::int <= left_cents and not exists (select from existing)
        on conflict do nothing
        returning *
      ),
      logged as (${logged})
    select (select to_json(existing) from existing) as existing,
      (select to_json(payment) from payment) as payment,
      (select to_json(action) from (${selectClaimed}) as action) as claimed`;
  // The lock is a statement of its own, so that the next one sees the refunds of concurrent calls.
  const lock = sql`select id from payments where id = ${paymentId}::uuid for update`;
  return lastRow(context.db, [lock, statement], insertedRefund);
}
