import { type SQL, sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import type { Dispute, PaymentKind, PaymentOrigin, ProviderRefund } from '../paypal/payments.ts';
import type { Books } from '../purchases/books.ts';
import type { Announced, News } from '../purchases/purchase.ts';
import { disputedOrigins, recordedOrigins } from './disputed-origins.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** A purchase that an event is about, and what the event says beside. */
export interface Subject {
  readonly origin: PaymentOrigin;
  readonly news: News;
  /** What our records must have once it is settled, or the provider did not list it yet. */
  readonly expected: {
    readonly paymentId?: string;
    readonly refundId?: string;
    /** A dispute, of each of these payments. */
    readonly dispute?: { readonly id: string; readonly paymentIds: readonly string[] };
  };
  /** Whether PayPal may have deleted the order: then nothing was paid, and no retry finds it. */
  readonly mayBeDeleted?: boolean;
}

const subscriptionTypes = new Set(
  ['ACTIVATED', 'RE-ACTIVATED', 'UPDATED', 'CANCELLED', 'SUSPENDED', 'EXPIRED', 'PAYMENT.FAILED'].map(
    (what) => `BILLING.SUBSCRIPTION.${what}`,
  ),
);

const captureTypes = /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DECLINED|DENIED)$/;

/** The buyer approved a payment, and PayPal took the approval back. Another payment of the order may be captured. */
const approvalReversed = 'CHECKOUT.PAYMENT-APPROVAL.REVERSED';

/** The purchase that an event names itself; null where its payment has to be looked up, or it is about none. */
const namedOrigin = ({ event_type: type, resource }: WebhookEvent): PaymentOrigin | null => {
  const orderId =
    (captureTypes.test(type) && resource.supplementary_data?.related_ids?.order_id) ||
    (type === approvalReversed && resource.order_id);
  if (orderId) return { type: 'one-time', providerId: orderId };
  const subscriptionId =
    (subscriptionTypes.has(type) && resource.id) ||
    (type === 'PAYMENT.SALE.COMPLETED' && resource.billing_agreement_id);
  return subscriptionId ? { type: 'subscription', providerId: subscriptionId } : null;
};

/** The payment that a stored event names: of a sale that went back, of a dispute, of a capture that went back. */
const namedPayment = sql`coalesce(
  body #>> '{resource,sale_id}', body #>> '{resource,disputed_transactions,0,seller_transaction_id}',
  substring(jsonb_path_query_first(body, '$.resource.links[*] ? (@.rel == "up").href') #>> '{}' from '/captures/([^/?]+)$'),
  resource_id)`;

/**
 * The provider's id of the purchase that a stored event names, in SQL: itself, or by a payment that is recorded. What it
 * should find is found out from the provider; where this errs, the books are read once more.
 */
export const namedIn = (eventId: string): SQL => sql`(
  select coalesce(
    body #>> '{resource,supplementary_data,related_ids,order_id}', body #>> '{resource,billing_agreement_id}',
    (select purchases.provider_id from payments join purchases on purchases.id = payments.purchase_id
      where payments.provider_id = ${namedPayment}),
    resource_id)
  from webhook_events where id = ${eventId})`;

const captured = async ({ payments }: Context, event: WebhookEvent): Promise<Subject[]> => {
  const { id: paymentId } = event.resource;
  const origin =
    namedOrigin(event) ?? (paymentId ? await payments.fetchPaymentOrigin(paymentId, 'capture') : null);
  if (origin === null && paymentId) throw problem('order-not-found');
  if (origin === null || origin === 'standalone') return [];
  if (event.event_type !== 'PAYMENT.CAPTURE.COMPLETED' || !paymentId)
    return [{ origin, news: {}, expected: {} }];
  const announced: Announced = { eventId: event.id, paymentId };
  return [{ origin, news: { announced }, expected: { paymentId } }];
};

/** A reversed sale is shown as the sale, and names its refund in a link alone. */
const refundIdOf = ({ resource }: WebhookEvent): string | undefined => {
  const [, linked] = /\/v1\/payments\/refund\/([^/?]+)$/.exec(
    resource.links?.find(({ rel }) => rel === 'self')?.href ?? '',
  ) ?? [undefined, undefined];
  return linked ?? resource.id;
};

const assertDone = ({ state }: ProviderRefund): void => {
  if (state === 'pending')
    throw problem('payment-provider-unavailable', { cause: 'The refund is not completed yet' });
};

/** How long the provider keeps its own record of an event, in milliseconds. */
const eventsKept = 30 * 24 * 60 * 60 * 1_000;

/**
 * The type of an event by the provider's own record of it, not by what was sent; of one that is so old that the provider keeps
 * none, what was stored of it must do. Null where the provider should know it, and does not.
 */
const typeOf = async ({ payments, now }: Context, event: WebhookEvent): Promise<string | null> => {
  const told = await payments.fetchEvent(event.id);
  const isForgotten = now.getTime() - Date.parse(event.create_time) > eventsKept;
  return told?.type ?? (isForgotten ? event.event_type : null);
};

/** What a payment that went back was for; where the provider does not say, or no longer, by what is recorded of it. */
const originOf = async (
  context: Context,
  paymentId: string,
  of: PaymentKind,
): Promise<PaymentOrigin | 'standalone'> => {
  const origin = await context.payments.fetchPaymentOrigin(paymentId, of);
  if (origin && origin !== 'standalone') return origin;
  const [recorded = origin] = await recordedOrigins(context.db, [paymentId]);
  if (!recorded) throw problem('order-not-found');
  return recorded;
};

/** Whether it was a refund or a reversal only the event says. */
const moneyBack = async (context: Context, event: WebhookEvent): Promise<Subject[]> => {
  const of: PaymentKind = event.event_type.startsWith('PAYMENT.SALE.') ? 'sale' : 'capture';
  const refundId = refundIdOf(event);
  if (!refundId) return [];
  const [refund, type] = await Promise.all([
    context.payments.fetchRefund(refundId, of),
    typeOf(context, event),
  ]);
  if (!refund || !type) throw problem('order-not-found');
  const origin = await originOf(context, refund.paymentId, of);
  if (origin === 'standalone') return [];
  assertDone(refund);
  const kind = type.endsWith('.REVERSED') ? 'reversal' : 'refund';
  const wentBack = refund.state === 'completed' && refund.amount.cents > 0;
  return [{ origin, news: { refund: { ...refund, kind } }, expected: wentBack ? { refundId } : {} }];
};

/** The provider may announce a dispute's end before it shows it; one that was opened again is newer than that end. */
const assertEnded = ({ state, changedAt }: Dispute, { create_time: toldAt }: WebhookEvent): void => {
  if (state === 'open' && changedAt.getTime() < Date.parse(toldAt))
    throw problem('payment-provider-unavailable', { cause: 'The dispute is shown as open' });
};

const disputed = async (context: Context, event: WebhookEvent, seen?: Books): Promise<Subject[]> => {
  const { dispute_id: disputeId } = event.resource;
  if (!disputeId) return [];
  const dispute = await context.payments.fetchDispute(disputeId);
  if (!dispute) throw problem('order-not-found');
  if (event.event_type.endsWith('.RESOLVED')) assertEnded(dispute, event);
  const disputes = await disputedOrigins(context, dispute.paymentIds, seen);
  return disputes.map(({ origin, paymentIds }) => ({
    origin,
    news: { dispute },
    expected: { dispute: { id: dispute.id, paymentIds } },
  }));
};

/**
 * Which purchases an event is about, and what else it says, fetched from the provider anew; none for an event that
 * changes nothing here. What was `seen` of the books need not be asked. Throws `order-not-found`, `payment-provider-unavailable`.
 */
export const eventSubjects = async (
  context: Context,
  event: WebhookEvent,
  seen?: Books,
): Promise<Subject[]> => {
  const { event_type: type, resource } = event;
  if (captureTypes.test(type)) return captured(context, event);
  if (/^PAYMENT\.(CAPTURE|SALE)\.(REFUNDED|REVERSED)$/.test(type)) return moneyBack(context, event);
  if (/^CUSTOMER\.DISPUTE\.(CREATED|UPDATED|RESOLVED)$/.test(type)) return disputed(context, event, seen);
  const origin = namedOrigin(event);
  if (!origin) return [];
  const paymentId = type === 'PAYMENT.SALE.COMPLETED' ? resource.id : undefined;
  const mayBeDeleted = type === approvalReversed;
  return [{ origin, news: {}, expected: paymentId ? { paymentId } : {}, mayBeDeleted }];
};
