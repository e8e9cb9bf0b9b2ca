import { dayMs } from '../../shared/dates.ts';
import { site } from '../../shared/site.ts';
import type { Context } from '../context.ts';
import type { PaymentOrigin } from '../paypal/paypal.ts';
import type { EventDetails } from '../purchases/provider-purchase.ts';
import { syncPurchase } from '../purchases/sync-purchase.ts';
import { type ClaimedAction, markDone, markRefused, retryLater } from './action-queue.ts';

/** The result of an attempt. `error` is set if PayPal, or we, could not do it yet. */
export interface ActionResult {
  readonly state: 'done' | 'refused' | 'waiting';
  readonly error?: unknown;
}

/**
 * Asks PayPal to do a claimed action, updates our records to what PayPal then shows, and marks the action. If this worker dies in
 * between, the next attempt repeats the request with the same idempotency key. Never throws for an outage of PayPal.
 */
export async function runAction(context: Context, action: ClaimedAction): Promise<ActionResult> {
  try {
    return action.kind === 'cancel' ? await cancel(context, action) : await refund(context, action);
  } catch (error) {
    await retryLater(context, action, error instanceof Error ? error.message : String(error));
    return { state: 'waiting', error };
  }
}

/** A refund is given up after so many days, because PayPal forgets idempotency keys after 45 days. */
const refundDays = 30;

async function cancel(context: Context, action: ClaimedAction): Promise<ActionResult> {
  const refused = await context.paypal.cancelSubscription(action.order_id, {
    requestId: action.id,
    reason: `Cancelled by the buyer on the site of ${site.product}`,
  });
  const state = await sync(context, action);
  // A subscription that is already cancelled counts as done, although PayPal refuses to cancel it again.
  if (refused && state !== 'cancelled' && state !== 'expired') {
    await markRefused(context, action, refused.refusal);
    return { state: 'refused' };
  }
  await markDone(context, action, null);
  return { state: 'done' };
}

async function refund(context: Context, action: ClaimedAction): Promise<ActionResult> {
  const { payment_id: paymentId, amount_cents: amountCents } = action;
  if (paymentId === null || amountCents === null) throw new Error('A refund without a payment');
  if (context.now.getTime() - action.requested_ms > refundDays * dayMs) {
    await markRefused(context, action, 'NO_ANSWER');
    return { state: 'refused' };
  }
  const kind = action.type === 'one-time' ? 'capture' : 'sale';
  const note = `Refund from ${site.product}`;
  const result = await context.paypal.refundPayment({
    paymentId,
    kind,
    amountCents,
    requestId: action.id,
    note,
  });
  if ('refusal' in result) {
    await markRefused(context, action, result.refusal);
    return { state: 'refused' };
  }
  const refunded = await context.paypal.fetchRefund(result.refundId, kind);
  if (refunded?.state === 'failed') {
    await markRefused(context, action, 'REFUND_FAILED');
    return { state: 'refused' };
  }
  // A pending refund changes our records when PayPal's event reports it as completed.
  await sync(context, action, refunded ? { refund: { ...refunded, kind: 'refund' } } : {});
  await markDone(context, action, result.refundId);
  return { state: 'done' };
}

/** Updates our records of the purchase, and returns its state. */
async function sync(context: Context, { type, order_id: providerId }: ClaimedAction, event?: EventDetails) {
  const reference: PaymentOrigin = { type, providerId };
  const { buyer } = await syncPurchase(context, reference, event);
  return buyer.purchases.find((purchase) => purchase.providerId === providerId)?.state;
}
