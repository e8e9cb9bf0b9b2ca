import { eq } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { purchases } from '../../db/schema/purchases.ts';
import type { Order, PaymentOrigin, Subscription } from '../../vendors/payments/payments.ts';
import { confirmOrder } from './confirm-order.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import { findCompletion } from './find-completion.ts';
import type { ConfirmedPurchase, News, PurchaseRow, RecordedPurchase } from './purchase.ts';
import { recordPurchase } from './record-purchase.ts';

export interface PurchaseReference extends PaymentOrigin {
  /** The code the buyer reported; one that travelled with the order wins over it. */
  readonly reportedCode: string | null;
}

const confirm = (context: Context, found: Order | Subscription, known: PurchaseRow | undefined) =>
  'captures' in found ? confirmOrder(context, found, known) : confirmSubscription(context, found, known);

/**
 * A purchase as our books have it, for money that went back after the provider has let go of the order. Throws
 * `order-not-found` where there is none, or nothing went back.
 */
const stillRecorded = (row: PurchaseRow | undefined, { refund, dispute }: News): ConfirmedPurchase => {
  if (!row || !(refund ?? dispute)) throw problem('order-not-found');
  const payer = { id: row.payerId, email: row.payerEmail };
  return { ...row, payer, code: row.affiliateCode, payments: [] };
};

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
    context.db.select().from(purchases).where(eq(purchases.providerId, providerId)),
  ]);
  const confirmed = found ? confirm(context, found, known) : stillRecorded(known, news);
  if (!confirmed) return null;
  const completion = await findCompletion(context, confirmed.payments, news.announced);
  const kept = await recordPurchase(context, confirmed, { known, reportedCode, news, completion });
  // What was paid once stays so, whatever a dispute makes of the provider's word; and after one that failed another may come.
  if (!kept || (kept.state === 'failed' && confirmed.state !== 'pending')) throw problem('order-not-paid');
  return kept.state === 'pending' || kept.state === 'failed' ? null : kept.recorded;
};
