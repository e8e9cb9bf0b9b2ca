import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { insertCancellation } from '../../money/paypal-actions/insert-cancellation.ts';
import { runAction } from '../../money/paypal-actions/run-action.ts';
import { isPayer } from '../buyers/own-address.ts';
import { type OwnPurchase, showOwnPurchase } from './own-purchases.ts';
import { buyersEmail } from './session.ts';

/**
 * Cancels a subscription of the calling buyer at PayPal, and returns the purchase. If PayPal does not answer in time, the
 * cancellation waits, and a scheduled job repeats it. A repeated request returns the purchase as it is. Audited. Throws
 * `purchase-not-found`, `subscription-not-active`, and `payer-required` for the address that only gets the receipts.
 */
export async function cancelSubscription(context: Context, purchaseId: string): Promise<OwnPurchase> {
  const isTheirs = isPayer(buyersEmail(context));
  const [action] = await context.db.atomically((tx) => [
    insertCancellation(tx, context, purchaseId, 'buyer', isTheirs),
  ]);
  if (action) await runAction(context, action);
  const purchase = await showOwnPurchase(context, purchaseId);
  if (!purchase.is_payer) throw problem('payer-required');
  const isRequested =
    purchase.state === 'cancelled' ||
    (purchase.cancellation !== null && purchase.cancellation.state !== 'refused');
  if (!action && !isRequested) throw problem('subscription-not-active');
  return purchase;
}
