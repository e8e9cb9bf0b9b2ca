/**
 * The events of the payment provider that change something here (src/server/webhooks/event-subjects.ts); the
 * webhook is subscribed to each. Of an inner list one is enough: the provider has two names for the same.
 */
export const webhookEvents: readonly (readonly string[])[] = [
  ['CHECKOUT.PAYMENT-APPROVAL.REVERSED'],
  ['PAYMENT.CAPTURE.COMPLETED'],
  ['PAYMENT.CAPTURE.PENDING'],
  ['PAYMENT.CAPTURE.DECLINED', 'PAYMENT.CAPTURE.DENIED'],
  ['PAYMENT.CAPTURE.REFUNDED'],
  ['PAYMENT.CAPTURE.REVERSED'],
  ['BILLING.SUBSCRIPTION.ACTIVATED'],
  ['BILLING.SUBSCRIPTION.RE-ACTIVATED'],
  ['BILLING.SUBSCRIPTION.UPDATED'],
  ['BILLING.SUBSCRIPTION.CANCELLED'],
  ['BILLING.SUBSCRIPTION.SUSPENDED'],
  ['BILLING.SUBSCRIPTION.EXPIRED'],
  ['BILLING.SUBSCRIPTION.PAYMENT.FAILED'],
  ['PAYMENT.SALE.COMPLETED'],
  ['PAYMENT.SALE.REFUNDED'],
  ['PAYMENT.SALE.REVERSED'],
  ['CUSTOMER.DISPUTE.CREATED'],
  ['CUSTOMER.DISPUTE.UPDATED'],
  ['CUSTOMER.DISPUTE.RESOLVED'],
];
