import { eq, inArray } from 'drizzle-orm';
import { eventAction } from '../../shared/paypal-events.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { payments, purchases } from '../db/schema/purchases.ts';
import type { Dispute, PaymentKind, PaymentOrigin, ProviderRefund } from '../paypal/payments.ts';
import type { EventDetails } from '../purchases/provider-purchase.ts';
import type { WebhookEvent } from './event-store.ts';

/** A purchase that an event is about. */
export interface EventPurchase {
  readonly reference: PaymentOrigin;
  readonly details: EventDetails;
  /** Records that must exist after the sync. Otherwise PayPal does not list them yet, and the event is tried again. */
  readonly expected: {
    readonly paymentId?: string;
    readonly refundId?: string;
    readonly dispute?: { readonly id: string; readonly paymentIds: readonly string[] };
  };
}

/**
 * Finds the purchases that an event is about, and fetches its other facts from PayPal again. Returns none for an event that
 * is only stored. Throws `order-not-found`, `payment-provider-unavailable`.
 */
export async function findEventPurchases(context: Context, event: WebhookEvent): Promise<EventPurchase[]> {
  const { resource } = event;
  switch (eventAction(event.event_type)) {
    case 'sync-capture':
    case 'sync-order':
      return captureOrder(context, event);
    case 'reverse-approval':
      return one(resource.order_id, 'one-time', { details: { isApprovalReversed: true } });
    case 'sync-subscription':
      return one(resource.id, 'subscription');
    case 'sync-sale':
      return one(resource.billing_agreement_id, 'subscription', {
        expected: resource.id ? { paymentId: resource.id } : {},
      });
    case 'refund-capture':
      return refundedPurchase(context, event, 'capture');
    case 'refund-sale':
      return refundedPurchase(context, event, 'sale');
    case 'sync-dispute':
      return disputedPurchases(context, event);
    case 'record-only':
      return [];
  }
}

function one(
  providerId: string | null | undefined,
  type: PaymentOrigin['type'],
  rest: Partial<EventPurchase> = {},
): EventPurchase[] {
  return providerId ? [{ reference: { type, providerId }, details: {}, expected: {}, ...rest }] : [];
}

/** A capture usually names its order; otherwise PayPal is asked for it. */
async function captureOrder({ payments: paypal }: Context, event: WebhookEvent): Promise<EventPurchase[]> {
  const { id: paymentId, supplementary_data: related } = event.resource;
  const orderId = related?.related_ids?.order_id;
  const origin: PaymentOrigin | 'standalone' | null = orderId
    ? { type: 'one-time', providerId: orderId }
    : paymentId
      ? await paypal.fetchPaymentOrigin(paymentId, 'capture')
      : 'standalone';
  if (origin === null) throw problem('order-not-found');
  if (origin === 'standalone') return [];
  if (eventAction(event.event_type) !== 'sync-capture' || !paymentId)
    return [{ reference: origin, details: {}, expected: {} }];
  const announced = { eventId: event.id, paymentId };
  return [{ reference: origin, details: { announced }, expected: { paymentId } }];
}

/** Only the event says whether the money was refunded or reversed. */
async function refundedPurchase(
  context: Context,
  event: WebhookEvent,
  of: PaymentKind,
): Promise<EventPurchase[]> {
  const refundId = refundIdOf(event);
  if (!refundId) return [];
  const [refund, type] = await Promise.all([
    context.payments.fetchRefund(refundId, of),
    fetchEventType(context, event),
  ]);
  if (!refund || !type) throw problem('order-not-found');
  const reference = await refundOrigin(context, refund.paymentId, of);
  if (reference === 'standalone') return [];
  assertNotPending(refund);
  const kind = type.endsWith('.REVERSED') ? 'reversal' : 'refund';
  const isReturned = refund.state === 'completed' && refund.amount.cents > 0;
  return [{ reference, details: { refund: { ...refund, kind } }, expected: isReturned ? { refundId } : {} }];
}

/** The event of a reversed sale shows the sale, and names the refund in a link only. */
function refundIdOf({ resource }: WebhookEvent): string | undefined {
  const self = resource.links?.find(({ rel }) => rel === 'self')?.href ?? '';
  return /\/v1\/payments\/refund\/([^/?]+)$/.exec(self)?.[1] ?? resource.id;
}

function assertNotPending({ state }: ProviderRefund): void {
  if (state === 'pending')
    throw problem('payment-provider-unavailable', { cause: 'The refund is not completed yet' });
}

/** PayPal deletes events after 30 days. */
const eventRetentionMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * Fetches the event from PayPal again and returns its type, because only a checksum of the sent event is signed. Older events
 * fall back to our stored copy. Returns null if PayPal should know the event, but does not.
 */
async function fetchEventType(
  { payments: paypal, now }: Context,
  event: WebhookEvent,
): Promise<string | null> {
  const fetched = await paypal.fetchEvent(event.id);
  const isDeleted = now.getTime() - Date.parse(event.create_time) > eventRetentionMs;
  return fetched?.type ?? (isDeleted ? event.event_type : null);
}

/** Finds the purchase of a refunded payment: by PayPal, or by our records if PayPal does not know it any more. */
async function refundOrigin(
  context: Context,
  paymentId: string,
  of: PaymentKind,
): Promise<PaymentOrigin | 'standalone'> {
  const origin = await context.payments.fetchPaymentOrigin(paymentId, of);
  if (origin && origin !== 'standalone') return origin;
  const recorded = (await recordedOrigins(context.db, [paymentId])).get(paymentId) ?? origin;
  if (!recorded) throw problem('order-not-found');
  return recorded;
}

/** A dispute may be about several payments. Each purchase is returned once, with all of its disputed payments. */
async function disputedPurchases(context: Context, event: WebhookEvent): Promise<EventPurchase[]> {
  const { dispute_id: disputeId } = event.resource;
  if (!disputeId) return [];
  const dispute = await context.payments.fetchDispute(disputeId);
  if (!dispute) throw problem('order-not-found');
  if (event.event_type.endsWith('.RESOLVED')) assertEnded(dispute, event);
  const recorded = await recordedOrigins(context.db, dispute.paymentIds);
  const found = new Map<string, { readonly reference: PaymentOrigin; readonly paymentIds: string[] }>();
  let isUnknown = false;
  for (const paymentId of dispute.paymentIds) {
    const reference = recorded.get(paymentId) ?? (await fetchOrigin(context, paymentId));
    if (reference === null) isUnknown = true;
    if (reference === null || reference === 'standalone') continue;
    const known = found.get(reference.providerId);
    if (known) known.paymentIds.push(paymentId);
    else found.set(reference.providerId, { reference, paymentIds: [paymentId] });
  }
  if (found.size === 0 && isUnknown) throw problem('order-not-found');
  return [...found.values()].map(({ reference, paymentIds }) => ({
    reference,
    details: { dispute },
    expected: { dispute: { id: dispute.id, paymentIds } },
  }));
}

/** PayPal may announce the end of a dispute before it shows it. A dispute that was reopened since is newer than its end. */
function assertEnded({ state, changedAt }: Dispute, { create_time: announcedAt }: WebhookEvent): void {
  if (state === 'open' && changedAt.getTime() < Date.parse(announcedAt))
    throw problem('payment-provider-unavailable', { cause: 'The dispute is shown as open' });
}

/** Asks PayPal for the purchase of a payment of unknown kind. A sale that is asked for as a capture may look standalone. */
async function fetchOrigin(
  { payments: paypal }: Context,
  paymentId: string,
): Promise<PaymentOrigin | 'standalone' | null> {
  const asCapture = await paypal.fetchPaymentOrigin(paymentId, 'capture');
  if (asCapture !== null && asCapture !== 'standalone') return asCapture;
  return (await paypal.fetchPaymentOrigin(paymentId, 'sale')) ?? asCapture;
}

/** Finds the recorded purchases of these payments, by payment id. */
async function recordedOrigins(
  db: Context['db'],
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentOrigin>> {
  const rows = await db
    .select({ paymentId: payments.providerId, type: purchases.type, providerId: purchases.providerId })
    .from(payments)
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(inArray(payments.providerId, [...paymentIds]));
  return new Map(rows.map(({ paymentId, ...origin }) => [paymentId, origin]));
}
