/** Key in the tab's storage for the result of the last checkout. The download page shows it once. */
export const checkoutResultKey = 'paid';

/**
 * `pending`: the buyer has approved the payment, and PayPal still waits for the money, as with a bank debit.
 * `subscribed`: PayPal collects the first payment later by itself.
 */
export type CheckoutResult = 'paid' | 'pending' | 'subscribed';

/** Key in the tab's storage for the last payment. /buy asks before another payment. */
export const lastPaymentKey = 'last-payment';

export interface LastPayment {
  readonly paid: CheckoutResult;
  /** PayPal's id of the order or the subscription. */
  readonly orderId: string;
}
