/**
 * The webhook's action for an event. The event only names an order, a subscription or a dispute, which is then fetched from
 * PayPal. `record-only` stores the event and does nothing else. Types that are not listed here are `record-only`.
 */
export type PayPalEventAction =
  | 'sync-order'
  | 'sync-capture'
  | 'reverse-approval'
  | 'refund-capture'
  | 'sync-subscription'
  | 'sync-failed-payment'
  | 'sync-sale'
  | 'refund-sale'
  | 'sync-dispute'
  | 'record-only';

/** PayPal's event types. The webhook, the doctor command and the PayPal simulator use them, and docs/deploy.md lists them. */
export const paypalEventTypes = {
  'CHECKOUT.ORDER.APPROVED': 'record-only',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED': 'reverse-approval',
  'PAYMENT.CAPTURE.COMPLETED': 'sync-capture',
  'PAYMENT.CAPTURE.PENDING': 'sync-order',
  'PAYMENT.CAPTURE.DECLINED': 'sync-order',
  'PAYMENT.CAPTURE.DENIED': 'sync-order',
  'PAYMENT.CAPTURE.REFUNDED': 'refund-capture',
  'PAYMENT.CAPTURE.REVERSED': 'refund-capture',
  'BILLING.SUBSCRIPTION.CREATED': 'record-only',
  'BILLING.SUBSCRIPTION.ACTIVATED': 'sync-subscription',
  'BILLING.SUBSCRIPTION.RE-ACTIVATED': 'sync-subscription',
  'BILLING.SUBSCRIPTION.UPDATED': 'sync-subscription',
  'BILLING.SUBSCRIPTION.CANCELLED': 'sync-subscription',
  'BILLING.SUBSCRIPTION.SUSPENDED': 'sync-subscription',
  'BILLING.SUBSCRIPTION.EXPIRED': 'sync-subscription',
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED': 'sync-failed-payment',
  'PAYMENT.SALE.PENDING': 'record-only',
  'PAYMENT.SALE.COMPLETED': 'sync-sale',
  'PAYMENT.SALE.REFUNDED': 'refund-sale',
  'PAYMENT.SALE.REVERSED': 'refund-sale',
  'CUSTOMER.DISPUTE.CREATED': 'sync-dispute',
  'CUSTOMER.DISPUTE.UPDATED': 'sync-dispute',
  'CUSTOMER.DISPUTE.RESOLVED': 'sync-dispute',
} as const satisfies Record<string, PayPalEventAction>;

export type PayPalEventType = keyof typeof paypalEventTypes;

/** PayPal has two event types for a declined capture. A webhook needs only one of them. */
const alternativeNames: Partial<Record<PayPalEventType, PayPalEventType>> = {
  'PAYMENT.CAPTURE.DENIED': 'PAYMENT.CAPTURE.DECLINED',
};

function isListed(type: string): type is PayPalEventType {
  return Object.hasOwn(paypalEventTypes, type);
}

/** Returns the webhook's action for an event type. */
export function eventAction(type: string): PayPalEventAction {
  return isListed(type) ? paypalEventTypes[type] : 'record-only';
}

/** The event types that the webhook must subscribe to, each with its alternatives. One type of each list is enough. */
export const requiredEvents: readonly (readonly PayPalEventType[])[] = Object.keys(paypalEventTypes)
  .filter(isListed)
  .filter((type) => eventAction(type) !== 'record-only' && !alternativeNames[type])
  .map((type) => [
    type,
    ...Object.keys(paypalEventTypes)
      .filter(isListed)
      .filter((name) => alternativeNames[name] === type),
  ]);
