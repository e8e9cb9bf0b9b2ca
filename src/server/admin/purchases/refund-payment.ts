import { fieldProblem, problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { insertRefund, type RequestedRefund } from '../../money/paypal-actions/insert-refund.ts';
import { runAction } from '../../money/paypal-actions/run-action.ts';
import type { PurchaseDetails } from './purchase-details.ts';
import { showPurchase } from './show-purchase.ts';

/**
 * Refunds a payment at PayPal, in part or in full, and returns the purchase. Our records and the commissions change only after PayPal
 * shows the refund. If PayPal does not answer in time, the refund waits, and a scheduled job repeats it. Idempotent by `id`. Audited.
 *
 * Throws `purchase-not-found`, `refund-not-possible`, `refund-too-large`, `refund-in-progress`, and `refund-differs` if the id belongs
 * to another refund.
 */
export async function refundPayment(
  context: Context,
  purchaseId: string,
  refund: RequestedRefund,
): Promise<PurchaseDetails> {
  const [{ existing, payment, claimed }] = await context.db.atomically((tx) => [
    insertRefund(tx, context, purchaseId, refund),
  ]);
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
