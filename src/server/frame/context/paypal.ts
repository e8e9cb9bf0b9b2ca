/** The calls to PayPal. Amounts are integer cents, moments are Dates (UTC). Calls throw `payment-provider-unavailable`. */
export interface PayPal {
  /** Returns the address of a transaction on PayPal's website, for the merchant. Calls nothing. */
  transactionUrl(id: string): string;
  /** Fetches an order. Returns null if PayPal has no order with this id. */
  fetchOrder(id: string): Promise<Order | null>;
  /** Fetches a subscription with all of its payments, oldest first. Returns null if PayPal has none with this id. */
  fetchSubscription(id: string): Promise<Subscription | null>;
  /** True if PayPal has an active plan with this id that bills our subscription at this price. */
  hasPlan(id: string, priceCents: number): Promise<boolean>;
  /**
   * Returns the order or subscription of a payment, `standalone` for a payment that belongs to neither, and null if PayPal has
   * no such payment.
   */
  fetchPaymentOrigin(paymentId: string, kind: PaymentKind): Promise<PaymentOrigin | 'standalone' | null>;
  /** Fetches a refund or reversal of a payment of this kind. Returns null if PayPal has none with this id. */
  fetchRefund(id: string, kind: PaymentKind): Promise<ProviderRefund | null>;
  /** Fetches a buyer's dispute. Returns null if PayPal has no dispute with this id. */
  fetchDispute(id: string): Promise<Dispute | null>;
  /** Fetches PayPal's own record of an event. Returns null if PayPal never sent the event, or has deleted it. */
  fetchEvent(id: string): Promise<ProviderEvent | null>;
  /** Searches for the event that announced a capture as completed. Returns null if PayPal has none. */
  findCompletion(paymentId: string): Promise<Completion | null>;
  /**
   * Lists PayPal's events of a range as PayPal sent them, of one type or of all, oldest first. PayPal deletes events after 30
   * days.
   */
  listEvents(from: Date, until: Date, type?: string): Promise<unknown[]>;
  /** Lists the transactions of the merchant's account in a range, oldest first. The last three hours may be missing. */
  listTransactions(from: Date, until: Date): Promise<ProviderTransaction[]>;
  /** Checks the signature of a webhook over the untouched body. Returns the reason to refuse it, or null if it is valid. */
  verifyWebhook(headers: Headers, body: string): Promise<string | null>;
  /** Cancels a subscription. Returns null, or PayPal's refusal. `reason` is at most 128 characters. */
  cancelSubscription(
    id: string,
    options: { readonly requestId: string; readonly reason: string },
  ): Promise<Refusal | null>;
  /** Refunds a payment. Returns PayPal's id of the refund, which may be pending. */
  refundPayment(refund: RefundRequest): Promise<{ readonly refundId: string } | Refusal>;
}

/** PayPal's final no to a request. `refusal` is PayPal's code for the reason, such as `CAPTURE_FULLY_REFUNDED`. */
export interface Refusal {
  readonly refusal: string;
}

export interface RefundRequest {
  readonly paymentId: string;
  readonly kind: PaymentKind;
  /** US cents. */
  readonly amountCents: number;
  /** The idempotency key. */
  readonly requestId: string;
  /** The buyer reads it in PayPal's mail. At most 127 characters, because sales take no more. */
  readonly note: string;
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

/** An order is paid by captures, a subscription by sales. */
export type PaymentKind = 'capture' | 'sale';

/** The order or subscription that a payment was made for. */
export interface PaymentOrigin {
  readonly type: 'one-time' | 'subscription';
  /** The id of the order or subscription. */
  readonly providerId: string;
}

export interface ProviderPayment {
  readonly id: string;
  readonly state: PaymentState;
  readonly amount: Money;
  readonly taxCents: number;
  readonly paidAt: Date;
  /** True if another change may have overwritten the time of completion. The event of the completion still has it. */
  readonly isDateUnsure: boolean;
}

/** The moment at which a payment completed. */
export interface Completion {
  readonly paymentId: string;
  readonly at: Date;
}

export interface ProviderEvent {
  readonly type: string;
  /** The completion that the event announced; null for every other type of event. */
  readonly completed: Completion | null;
  /** The failed payment of a subscription that the event announced; null for every other type of event. */
  readonly failed?: FailedPayment | null;
}

/** An attempt to collect a payment of a subscription that failed. */
export interface FailedPayment {
  readonly at: Date;
  /** Null if PayPal does not say. */
  readonly amount: Money | null;
  /** When PayPal tries again. Null if PayPal does not say. */
  readonly retryAt: Date | null;
}

export interface ProviderRefund {
  readonly id: string;
  readonly paymentId: string;
  /** `failed`: no money went back, and none will. */
  readonly state: 'pending' | 'completed' | 'failed';
  readonly amount: Money;
  readonly refundedAt: Date;
}

/** A row of PayPal's transaction report. */
export interface ProviderTransaction {
  readonly id: string;
  /**
   * `reversal-back`: money of a reversal that PayPal gave back to the seller; `payout`: a mass payment that we sent;
   * `payout-back`: the money of a mass payment that came back; `other`: no money of a buyer or an affiliate, such as a fee or
   * a withdrawal; `unreadable`: a row without the fields that a comparison needs.
   */
  readonly kind:
    | 'payment'
    | 'refund'
    | 'reversal'
    | 'reversal-back'
    | 'payout'
    | 'payout-back'
    | 'other'
    | 'unreadable';
  /** True for a payment of a subscription. */
  readonly isSale: boolean;
  /** The payment that a refund or reversal belongs to, or the mass payment that came back, if the report names it. */
  readonly paymentId: string | null;
  /** Our own text: the plan of a payment, or the reference of a payout in its payment file. */
  readonly customId: string | null;
  /** `returned`: a payment that went back in full; `partly-returned`: in part. */
  readonly state: 'pending' | 'completed' | 'denied' | 'returned' | 'partly-returned';
  /** Negative for money that went out. */
  readonly amount: Money;
  /** When the transaction began. */
  readonly at: Date;
}

export interface Dispute {
  readonly id: string;
  readonly paymentIds: readonly string[];
  /** `lost`: the seller gives money back; `won`: every other end. */
  readonly state: 'open' | 'won' | 'lost';
  /** The money that the seller gives back; 0 unless lost. */
  readonly lost: Money;
  readonly openedAt: Date;
  readonly changedAt: Date;
}

export interface Order {
  readonly id: string;
  /** When the buyer's page created the order; null if PayPal does not say. */
  readonly createdAt: Date | null;
  /** The plan and the affiliate code that the buyer's browser wrote into the order. */
  readonly planId: string | null;
  readonly affiliateCode: string | null;
  readonly amount: Money;
  readonly payeeId: string | null;
  readonly payer: Payer;
  readonly captures: readonly ProviderPayment[];
}

export type SubscriptionState = 'pending' | 'active' | 'suspended' | 'cancelled' | 'expired';

export interface Subscription {
  readonly id: string;
  readonly state: SubscriptionState;
  /** When the state began, to the second. */
  readonly stateAt: Date;
  /** When the request to PayPal was sent. */
  readonly fetchedAt: Date;
  /** When the buyer's page created the subscription. */
  readonly createdAt: Date;
  /** When PayPal bills next. Null after a cancellation, for example. */
  readonly nextBillingAt: Date | null;
  /** The next amount: the price, and the open amounts of failed payments. Null if PayPal does not say. */
  readonly nextAmount: Money | null;
  readonly providerPlanId: string;
  /** True if the buyer's browser changed a price or an interval of the plan. */
  readonly isOverridden: boolean;
  readonly affiliateCode: string | null;
  readonly payer: Payer;
  readonly payments: readonly ProviderPayment[];
}

/** PayPal's answer to a request, if it is an error or cannot be read. `errorName` is PayPal's code, such as `INVALID_REQUEST`. */
export class ErrorAnswer extends Error {
  override readonly name = 'ErrorAnswer';
  readonly status: number;
  readonly errorName: string | undefined;

  constructor(message: string, status: number, errorName?: string) {
    super(message);
    this.status = status;
    this.errorName = errorName;
  }
}

/** Returns PayPal's answer if it is the cause of an error. */
export function errorAnswerOf(error: unknown): ErrorAnswer | undefined {
  return error instanceof Error && error.cause instanceof ErrorAnswer ? error.cause : undefined;
}
