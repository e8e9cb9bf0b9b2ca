import { dayMs } from '../../../shared/dates.ts';
import { Problem } from '../../../shared/problems.ts';
import { site } from '../../../shared/site.ts';
import type { Context } from '../../frame/context/context.ts';
import type { PaymentKind, PaymentOrigin } from '../../frame/context/paypal.ts';
import { failAttempt } from '../../frame/queue/queue.ts';
import type { EventDetails } from '../purchases/provider-purchase.ts';
import { syncPurchase } from '../purchases/sync-purchase.ts';
import { actionQueue, type ClaimedAction, endAction, storeRefundId } from './action-queue.ts';
import { importMissedEvents } from './import-missed-events.ts';

/** The result of an attempt. `error` is the reason why the action waits. */
export interface ActionResult {
  readonly state: 'done' | 'refused' | 'waiting';
  readonly error?: unknown;
}

/**
 * Asks PayPal to do a claimed action, updates our records from PayPal, and marks the action. If this worker dies in
 * between, the next attempt repeats the request with the same idempotency key. After any failure the action waits.
 */
export async function runAction(context: Context, action: ClaimedAction): Promise<ActionResult> {
  try {
    return action.kind === 'cancel' ? await cancel(context, action) : await refund(context, action);
  } catch (error) {
    return wait(context, action, error);
  }
}

/** A refund without an answer of PayPal is given up after so many days, because PayPal forgets idempotency keys after 45 days. */
const giveUpAfterDays = 30;

async function cancel(context: Context, action: ClaimedAction): Promise<ActionResult> {
  const refusal = await context.paypal.cancelSubscription(action.order_id, {
    requestId: action.id,
    reason: `Cancelled by the buyer on the site of ${site.product}`,
  });
  const state = await sync(context, action).catch((error: unknown) => {
    // PayPal does not know the subscription, and never will.
    if (refusal && error instanceof Problem && error.code === 'order-not-found') return undefined;
    throw error;
  });
  // A subscription that is already cancelled counts as done, although PayPal refuses to cancel it again.
  if (state === 'cancelled' || state === 'expired') return endAction(context, action, 'done');
  if (!refusal) return wait(context, action, new Error('PayPal still shows the subscription as active'));
  return endAction(context, action, 'refused', refusal.refusal);
}

async function refund(context: Context, action: ClaimedAction): Promise<ActionResult> {
  const refundId = action.refund_id ?? (await requestRefund(context, action));
  if (refundId === null) return { state: 'refused' };
  const kind = paymentKind(action);
  const refunded = await context.paypal.fetchRefund(refundId, kind);
  if (refunded?.state === 'failed') return endAction(context, action, 'refused', 'REFUND_FAILED');
  if (refunded?.state !== 'completed')
    return wait(context, action, new Error('PayPal has accepted the refund, and the money is on its way'));
  await sync(context, action, { refund: { ...refunded, kind: 'refund' } });
  return endAction(context, action, 'done');
}

/** Asks PayPal for the refund, and returns PayPal's id of it, or null after marking the action as refused. */
async function requestRefund(context: Context, action: ClaimedAction): Promise<string | null> {
  const { payment_id: paymentId, amount_cents: amountCents } = action;
  if (paymentId === null || amountCents === null) throw new Error('A refund without a payment');
  if (context.now.getTime() - action.requested_at.getTime() > giveUpAfterDays * dayMs) {
    await endAction(context, action, 'refused', 'NO_ANSWER');
    return null;
  }
  const result = await context.paypal.refundPayment({
    paymentId,
    amountCents,
    kind: paymentKind(action),
    requestId: action.id,
    note: `Refund from ${site.product}`,
  });
  if ('refusal' in result) {
    await endAction(context, action, 'refused', result.refusal);
    await importMissedEvents(context, paymentId, paymentKind(action));
    return null;
  }
  await storeRefundId(context, action, result.refundId);
  return result.refundId;
}

function paymentKind({ type }: ClaimedAction): PaymentKind {
  return type === 'one-time' ? 'capture' : 'sale';
}

/** Makes the action due again later. */
async function wait(context: Context, action: ClaimedAction, error: unknown): Promise<ActionResult> {
  await failAttempt(actionQueue, context, action, error instanceof Error ? error.message : String(error));
  return { state: 'waiting', error };
}

/** Updates our records of the purchase, and returns its state. */
async function sync(context: Context, { type, order_id: providerId }: ClaimedAction, event?: EventDetails) {
  const reference: PaymentOrigin = { type, providerId };
  const { buyer } = await syncPurchase(context, reference, event);
  return buyer.purchases.find((purchase) => purchase.providerId === providerId)?.state;
}
