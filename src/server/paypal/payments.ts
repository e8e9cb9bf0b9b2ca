/** What the domain asks of a payment provider. Amounts are integer cents, moments are Dates (UTC). */
export interface Payments {
  /** The order as it stands at the provider now, or null when it knows none by this id. */
  fetchOrder(id: string): Promise<Order | null>;
  /** The subscription with all of its payments so far, oldest first, or null. */
  fetchSubscription(id: string): Promise<Subscription | null>;
  /** What a payment was for, or null when the provider knows no payment by this id. */
  fetchPaymentOrigin(paymentId: string, of: PaymentKind): Promise<PaymentOrigin | 'standalone' | null>;
  /** Money that went back from a payment of this kind, or null. */
  fetchRefund(id: string, of: PaymentKind): Promise<ProviderRefund | null>;
  /** A buyer's dispute as it stands now, or null. */
  fetchDispute(id: string): Promise<Dispute | null>;
  /** An event as the provider itself has it, or null when it sent none with this id. */
  fetchEvent(id: string): Promise<ProviderEvent | null>;
  /** When a capture completed, by the event that announced it; null where the provider has none, or none any more. */
  findCompletion(paymentId: string): Promise<Completion | null>;
  /**
   * All that moved on the merchant's account from one moment until before another, oldest first, however long the
   * range; movements of the last three hours may be missing.
   */
  listTransactions(from: Date, until: Date): Promise<ProviderTransaction[]>;
  /** Why an event was not signed by the provider for our webhook, or null: it was. Reads the untouched body. */
  verifyWebhook(headers: Headers, body: string): Promise<string | null>;
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

/** An order's payment is a capture, a subscription's a sale. */
export type PaymentKind = 'capture' | 'sale';

/** What a payment was for; one that is `standalone` was for no order and no subscription, so for nothing sold here. */
export interface PaymentOrigin {
  readonly type: 'one-time' | 'subscription';
  /** The order's or the subscription's id. */
  readonly providerId: string;
}

export interface ProviderPayment {
  readonly id: string;
  readonly state: PaymentState;
  readonly amount: Money;
  readonly taxCents: number;
  readonly paidAt: Date;
  /** Something may have been written over the time at which the payment completed: its event tells. */
  readonly isDateUnsure: boolean;
}

/** When a payment completed. */
export interface Completion {
  readonly paymentId: string;
  readonly at: Date;
}

export interface ProviderEvent {
  readonly type: string;
  /** Of an event that announced a completed capture. */
  readonly completed: Completion | null;
}

export interface ProviderRefund {
  readonly id: string;
  readonly paymentId: string;
  /** `failed`: no money went back, nor will it. */
  readonly state: 'pending' | 'completed' | 'failed';
  readonly amount: Money;
  readonly refundedAt: Date;
}

/** A movement of money as the provider's own books have it. */
export interface ProviderTransaction {
  readonly id: string;
  /**
   * `reversal-back`: a reversal that ended for the seller; `other`: not a buyer's money, such as a fee, a hold or a
   * withdrawal; `unreadable`: a row of the report that lacks what a comparison needs.
   */
  readonly kind: 'payment' | 'refund' | 'reversal' | 'reversal-back' | 'other' | 'unreadable';
  /** Whether it is a subscription's payment. */
  readonly isSale: boolean;
  /** The payment that a refund or reversal is of, where the provider says so. */
  readonly paymentId: string | null;
  /** `returned`: a payment of which all went back, `partly-returned` one of which a part did. */
  readonly state: 'pending' | 'completed' | 'denied' | 'returned' | 'partly-returned';
  /** Money that went out is negative. */
  readonly amount: Money;
  /** When it began. */
  readonly at: Date;
}

export interface Dispute {
  readonly id: string;
  readonly paymentIds: readonly string[];
  /** `lost`: the seller gives money back; `won`: every other end. */
  readonly state: 'open' | 'won' | 'lost';
  /** What the seller gives back; 0 unless lost. */
  readonly lost: Money;
  readonly openedAt: Date;
  readonly changedAt: Date;
}

export interface Order {
  readonly id: string;
  /** When the buyer's page made it; null where the provider does not say. */
  readonly createdAt: Date | null;
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
  /** Since when it is in this state, to the provider's second. */
  readonly stateAt: Date;
  /** When the provider was asked. */
  readonly askedAt: Date;
  /** When the buyer's page made it. */
  readonly createdAt: Date;
  readonly providerPlanId: string;
  /** Whether the buyer's browser changed anything of the plan, as it may. */
  readonly isOverridden: boolean;
  readonly reference: string | null;
  readonly payer: Payer;
  readonly payments: readonly ProviderPayment[];
}
