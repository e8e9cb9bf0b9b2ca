/** Where a finished checkout leaves, in the tab's storage, what became of the payment; the download page says it. */
export const paidMark = 'paid';

/**
 * `pending`: the buyer has done their part, and the provider still waits for the money, as with a bank's debit.
 * `subscribed`: the provider takes the first payment by itself, after this.
 */
export type Paid = 'paid' | 'pending' | 'subscribed';

/** Where a finished checkout leaves, for the tab's life, what was paid last; /buy asks before another payment. */
export const lastPaymentKey = 'last-payment';

export interface LastPayment {
  readonly paid: Paid;
  /** PayPal's id of the order or the subscription. */
  readonly orderId: string;
}
