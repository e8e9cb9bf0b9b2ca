import { eq } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { purchases } from '../../db/schema/purchases.ts';
import type { PaymentOrigin } from '../../vendors/payments/payments.ts';
import { confirmOrder } from './confirm-order.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import { findCompletion } from './find-completion.ts';
import type { News, RecordedPurchase } from './purchase.ts';
import { recordPurchase } from './record-purchase.ts';

export interface PurchaseReference extends PaymentOrigin {
  /** The code the buyer reported; one that travelled with the order wins over it. */
  readonly reportedCode: string | null;
}

/**
 * Asks the provider how a purchase stands and brings our records to that; null while nothing is paid.
 * Both the checkout's report and the webhook end here, so any order of them ends in the same state.
 * Throws `order-not-found`, `purchase-mismatch`, `order-not-paid`, `payment-provider-unavailable`.
 */
export const settlePurchase = async (
  context: Context,
  { type, providerId, reportedCode }: PurchaseReference,
  news: News = {},
): Promise<RecordedPurchase | null> => {
  const [found, [known]] = await Promise.all([
    type === 'one-time'
      ? context.payments.fetchOrder(providerId)
      : context.payments.fetchSubscription(providerId),
    context.db
      .select({
        planId: purchases.planId,
        amountCents: purchases.amountCents,
        payerId: purchases.payerId,
        payerEmailKey: purchases.payerEmailKey,
      })
      .from(purchases)
      .where(eq(purchases.providerId, providerId)),
  ]);
  if (!found) throw problem('order-not-found');
  const confirmed =
    'captures' in found ? confirmOrder(context, found, known) : confirmSubscription(context, found, known);
  if (!confirmed) return null;
  const completion = await findCompletion(context, confirmed.payments, news.announced);
  const kept = await recordPurchase(context, confirmed, { known, reportedCode, news, completion });
  // What was paid once stays so, whatever a dispute makes of the provider's word.
  const state = kept?.state ?? confirmed.state;
  if (!kept || state === 'failed') throw problem('order-not-paid');
  return state === 'pending' ? null : kept.recorded;
};
