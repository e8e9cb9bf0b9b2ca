import { eq, inArray } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { eventAction } from '../../../shared/paypal-event-types.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import type { Dispute, PaymentKind, PaymentOrigin, ProviderRefund } from '../../frame/context/paypal.ts';
import type { EventDetails } from '../purchases/provider-purchase.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** A purchase that an event is about. */
export interface EventPurchase {
  readonly reference: PaymentOrigin;
  readonly details: EventDetails;
  /** The records that must exist after the sync. If one is missing, PayPal does not list it yet, and the event is retried. */
  readonly expected: {
    readonly paymentId?: string;
    readonly refundId?: string;
    readonly dispute?: { readonly id: string; readonly paymentIds: readonly string[] };
  };
}

/**
 * Finds the purchases that an event is about, and fetches the event's other facts from PayPal again. Returns no purchases for
 * an event that is only stored, or that names no purchase. Throws `order-not-found`, `payment-provider-unavailable`.
 */
export async function findEventPurchases(context: Context, event: WebhookEvent): Promise<EventPurchase[]> {
  const { resource } = event;
  switch (eventAction(event.event_type)) {
    case 'sync-capture':
    case 'sync-order':
      return captureOrder(context, event);
    case 'reverse-approval':
      return onePurchase(resource.order_id, 'one-time', { details: { isApprovalReversed: true } });
    case 'sync-subscription':
      return onePurchase(resource.id, 'subscription');
    case 'sync-failed-payment':
      return failedSubscription(context, event);
    case 'sync-sale':
      return onePurchase(resource.billing_agreement_id, 'subscription', {
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

function onePurchase(
  providerId: string | null | undefined,
  type: PaymentOrigin['type'],
  overrides: Partial<EventPurchase> = {},
): EventPurchase[] {
  return providerId ? [{ reference: { type, providerId }, details: {}, expected: {}, ...overrides }] : [];
}

/** PayPal's own record of the event has the attempt. The subscription has only the last one. */
async function failedSubscription({ paypal }: Context, event: WebhookEvent): Promise<EventPurchase[]> {
  const failedPayment = (await paypal.fetchEvent(event.id))?.failed;
  return onePurchase(event.resource.id, 'subscription', { details: failedPayment ? { failedPayment } : {} });
}

/** The event of a capture usually names the order. Otherwise the order is fetched from PayPal. */
async function captureOrder({ paypal }: Context, event: WebhookEvent): Promise<EventPurchase[]> {
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

/** Only the type of the event shows whether the payment was refunded or reversed. */
async function refundedPurchase(
  context: Context,
  event: WebhookEvent,
  paymentKind: PaymentKind,
): Promise<EventPurchase[]> {
  const refundId = refundIdOf(event);
  if (!refundId) return [];
  const [refund, type] = await Promise.all([
    context.paypal.fetchRefund(refundId, paymentKind),
    fetchEventType(context, event),
  ]);
  if (!refund || !type) throw problem('order-not-found');
  const reference = await refundOrigin(context, refund.paymentId, paymentKind);
  if (reference === 'standalone') return [];
  assertNotPending(refund);
  const kind = type.endsWith('.REVERSED') ? 'reversal' : 'refund';
  const isReturned = refund.state === 'completed' && refund.amount.cents > 0;
  return [{ reference, details: { refund: { ...refund, kind } }, expected: isReturned ? { refundId } : {} }];
}

/** The resource of a reversed sale is the sale. Only a link names the refund. */
function refundIdOf({ resource }: WebhookEvent): string | undefined {
  const self = resource.links?.find(({ rel }) => rel === 'self')?.href ?? '';
  return /\/v1\/payments\/refund\/([^/?]+)$/.exec(self)?.[1] ?? resource.id;
}

function assertNotPending({ state }: ProviderRefund): void {
  if (state === 'pending')
    throw problem('payment-provider-unavailable', { cause: 'The refund is not completed yet' });
}

/** PayPal deletes events after 30 days. */
const eventRetentionMs = 30 * dayMs;

/**
 * Fetches the event from PayPal again and returns its type, because PayPal signs only a CRC of the webhook's body. Events that
 * PayPal has deleted fall back to our stored copy. Returns null if PayPal should still have the event, but does not.
 */
async function fetchEventType({ paypal, now }: Context, event: WebhookEvent): Promise<string | null> {
  const fetched = await paypal.fetchEvent(event.id);
  const isDeleted = now.getTime() - Date.parse(event.create_time) > eventRetentionMs;
  return fetched?.type ?? (isDeleted ? event.event_type : null);
}

/** Finds the purchase of a refunded payment at PayPal, or in our records if PayPal no longer names it. */
async function refundOrigin(
  context: Context,
  paymentId: string,
  paymentKind: PaymentKind,
): Promise<PaymentOrigin | 'standalone'> {
  const origin = await context.paypal.fetchPaymentOrigin(paymentId, paymentKind);
  if (origin && origin !== 'standalone') return origin;
  const stored = (await storedOrigins(context.db, [paymentId])).get(paymentId) ?? origin;
  if (!stored) throw problem('order-not-found');
  return stored;
}

/** A dispute may be about several payments. Each purchase is returned once, with all of its disputed payments. */
async function disputedPurchases(context: Context, event: WebhookEvent): Promise<EventPurchase[]> {
  const { dispute_id: disputeId } = event.resource;
  if (!disputeId) return [];
  const dispute = await context.paypal.fetchDispute(disputeId);
  if (!dispute) throw problem('order-not-found');
  if (event.event_type.endsWith('.RESOLVED')) assertEnded(dispute, event);
  const stored = await storedOrigins(context.db, dispute.paymentIds);
  const byPurchase = new Map<string, { readonly reference: PaymentOrigin; readonly paymentIds: string[] }>();
  let hasUnknownPayment = false;
  for (const paymentId of dispute.paymentIds) {
    const reference = stored.get(paymentId) ?? (await fetchOrigin(context, paymentId));
    if (reference === null) hasUnknownPayment = true;
    if (reference === null || reference === 'standalone') continue;
    const purchase = byPurchase.get(reference.providerId);
    if (purchase) purchase.paymentIds.push(paymentId);
    else byPurchase.set(reference.providerId, { reference, paymentIds: [paymentId] });
  }
  if (byPurchase.size === 0 && hasUnknownPayment) throw problem('order-not-found');
  return [...byPurchase.values()].map(({ reference, paymentIds }) => ({
    reference,
    details: { dispute },
    expected: { dispute: { id: dispute.id, paymentIds } },
  }));
}

/** Throws if PayPal announced the end of a dispute, but still shows it as open, unless it was reopened since. */
function assertEnded({ state, changedAt }: Dispute, { create_time: announcedAt }: WebhookEvent): void {
  if (state === 'open' && changedAt.getTime() < Date.parse(announcedAt))
    throw problem('payment-provider-unavailable', { cause: 'The dispute is shown as open' });
}

/** Fetches the purchase of a payment of unknown kind. PayPal may return a sale as a capture without an order. */
async function fetchOrigin(
  { paypal }: Context,
  paymentId: string,
): Promise<PaymentOrigin | 'standalone' | null> {
  const asCapture = await paypal.fetchPaymentOrigin(paymentId, 'capture');
  if (asCapture !== null && asCapture !== 'standalone') return asCapture;
  return (await paypal.fetchPaymentOrigin(paymentId, 'sale')) ?? asCapture;
}

/** Finds the purchases of these payments in our records. The keys are PayPal's payment ids. */
async function storedOrigins(
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
