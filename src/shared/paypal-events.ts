/**
 * The webhook's action for an event. PayPal's current state decides what is recorded: the event only names the object to
 * fetch. `record-only` stores the event and does nothing else, as with a type that is not listed here.
 */
export type PayPalEventAction =
  | 'sync-order'
  | 'sync-capture'
  | 'reverse-approval'
  | 'refund-capture'
  | 'sync-subscription'
  | 'sync-sale'
  | 'refund-sale'
  | 'sync-dispute'
  | 'record-only';

/** PayPal's events: the webhook, the doctor command and the PayPal simulator read this table, and docs/deploy.md is tested against it. */
export const paypalEvents = {
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
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED': 'sync-subscription',
  'PAYMENT.SALE.PENDING': 'record-only',
  'PAYMENT.SALE.COMPLETED': 'sync-sale',
  'PAYMENT.SALE.REFUNDED': 'refund-sale',
  'PAYMENT.SALE.REVERSED': 'refund-sale',
  'CUSTOMER.DISPUTE.CREATED': 'sync-dispute',
  'CUSTOMER.DISPUTE.UPDATED': 'sync-dispute',
  'CUSTOMER.DISPUTE.RESOLVED': 'sync-dispute',
} as const satisfies Record<string, PayPalEventAction>;

export type PayPalEventType = keyof typeof paypalEvents;

/** PayPal has two names for a declined capture. A webhook needs only one of them. */
const alternativeNames: Partial<Record<PayPalEventType, PayPalEventType>> = {
  'PAYMENT.CAPTURE.DENIED': 'PAYMENT.CAPTURE.DECLINED',
};

function isListed(type: string): type is PayPalEventType {
  return Object.hasOwn(paypalEvents, type);
}

/** Returns the webhook's action for a type of event. */
export function eventAction(type: string): PayPalEventAction {
  return isListed(type) ? paypalEvents[type] : 'record-only';
}

/** The events that the webhook must subscribe to, each with its alternative names. One name of each is enough. */
export const requiredEvents: readonly (readonly PayPalEventType[])[] = Object.keys(paypalEvents)
  .filter(isListed)
  .filter((type) => eventAction(type) !== 'record-only' && !alternativeNames[type])
  .map((type) => [
    type,
    ...Object.keys(paypalEvents)
      .filter(isListed)
      .filter((name) => alternativeNames[name] === type),
  ]);
