import type { PlanId } from './plans.ts';

/** Key in the tab's storage for the last payment. /download confirms it, and /buy asks before another payment. */
export const lastPaymentKey = 'last-payment';

/**
 * `pending`: the buyer has approved the payment, and PayPal still waits for the money, as with a bank debit.
 * `subscribed`: PayPal collects the first payment later by itself.
 */
export type CheckoutResult = 'paid' | 'pending' | 'subscribed';

export interface LastPayment {
  readonly paid: CheckoutResult;
  /** PayPal's id of the order or the subscription. */
  readonly orderId: string;
  readonly plan: PlanId;
  /** The amount as text: `$59.99`, `$49.99 per year`. */
  readonly amount: string;
}
