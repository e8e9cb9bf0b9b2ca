/** What the domain asks of a payment provider. Amounts are integer cents, moments are Dates (UTC). */
export interface Payments {
  /** The order as it stands at the provider now, or null when it knows none by this id. */
  fetchOrder(id: string): Promise<Order | null>;
  /** The subscription with all of its payments so far, oldest first, or null. */
  fetchSubscription(id: string): Promise<Subscription | null>;
  /** The order that a capture belongs to, or null. */
  fetchCaptureOrderId(captureId: string): Promise<string | null>;
  /** Whether an event was signed by the provider for our webhook. Reads the untouched body. */
  verifyWebhook(headers: Headers, body: string): Promise<boolean>;
}

export interface Money {
  readonly cents: number;
  readonly currency: string;
}

export interface Payer {
  readonly id: string | null;
  readonly email: string | null;
}

export type PaymentState = 'pending' | 'completed' | 'declined';

export interface ProviderPayment {
  readonly id: string;
  readonly state: PaymentState;
  readonly amount: Money;
  readonly taxCents: number;
  readonly paidAt: Date;
}

export interface Order {
  readonly id: string;
  /** What the buyer's browser put there: the plan, and the affiliate code or null. */
  readonly planId: string | null;
  readonly reference: string | null;
  readonly amount: Money;
  readonly payeeId: string | null;
  readonly payer: Payer;
  readonly captures: readonly ProviderPayment[];
}

export type SubscriptionState = 'pending' | 'active' | 'suspended' | 'cancelled' | 'expired';

export interface Subscription {
  readonly id: string;
  readonly state: SubscriptionState;
  readonly providerPlanId: string;
  readonly reference: string | null;
  readonly payer: Payer;
  readonly payments: readonly ProviderPayment[];
}
