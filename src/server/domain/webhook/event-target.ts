import type { Context } from '../../context.ts';
import type { PurchaseReference } from '../purchase/settle-purchase.ts';
import type { WebhookEvent } from './webhook-event.ts';

const captures = new Set(
  ['COMPLETED', 'PENDING', 'DECLINED', 'DENIED'].map((state) => `PAYMENT.CAPTURE.${state}`),
);

const subscriptions = new Set(
  ['ACTIVATED', 'CANCELLED', 'SUSPENDED', 'EXPIRED', 'PAYMENT.FAILED'].map(
    (state) => `BILLING.SUBSCRIPTION.${state}`,
  ),
);

/** Money that went back: kept as received until the ledger takes it back too. */
export const isMoneyBack = ({ event_type: type }: WebhookEvent): boolean =>
  /^PAYMENT\.(CAPTURE|SALE)\.(REFUNDED|REVERSED)$/.test(type);

/** The provider's id of the payment that an event says was completed, or null for other events. */
export const completedPayment = ({ event_type: type, resource }: WebhookEvent): string | null =>
  /^PAYMENT\.(CAPTURE|SALE)\.COMPLETED$/.test(type) ? (resource.id ?? null) : null;

/** Which purchase an event is about, or null for an event that changes none. May ask the provider. */
export const eventTarget = async (
  { payments }: Context,
  { event_type: type, resource }: WebhookEvent,
): Promise<Pick<PurchaseReference, 'type' | 'providerId'> | null> => {
  if (captures.has(type)) {
    const orderId =
      resource.supplementary_data?.related_ids?.order_id ??
      (resource.id && (await payments.fetchCaptureOrderId(resource.id)));
    return orderId ? { type: 'one-time', providerId: orderId } : null;
  }
  if (subscriptions.has(type) && resource.id) return { type: 'subscription', providerId: resource.id };
  if (type === 'PAYMENT.SALE.COMPLETED' && resource.billing_agreement_id)
    return { type: 'subscription', providerId: resource.billing_agreement_id };
  return null;
};
