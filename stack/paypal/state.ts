import type { Link, Person, Payee } from './values.ts';
import type { PurchaseUnitRequest } from './rest/order-request.ts';

/** The buyer's choice in the approval window. It decides how a capture ends. */
export type Outcome = 'pay' | 'decline' | 'fail';

export type PurchaseUnit = PurchaseUnitRequest & { reference_id: string; payee: Payee };

export type OrderStatus = 'CREATED' | 'APPROVED' | 'COMPLETED';

export interface Order {
  id: string;
  intent: 'CAPTURE';
  status: OrderStatus;
  createTime: string;
  updateTime: string;
  units: PurchaseUnit[];
  payer: Person | null;
  outcome: Outcome;
  returnUrl: string | null;
}

export type CaptureStatus = 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';

export interface Capture {
  id: string;
  orderId: string;
  referenceId: string;
  status: CaptureStatus;
  amountCents: number;
  currency: string;
  customId: string | null;
  invoiceId: string | null;
  payee: Payee;
  createTime: string;
  updateTime: string;
}

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED';

export interface Refund {
  id: string;
  /** Id of a capture or a sale. */
  paymentId: string;
  status: RefundStatus;
  amountCents: number;
  totalRefundedCents: number;
  currency: string;
  note: string | null;
  createTime: string;
  updateTime: string;
}

export type DisputeStatus = 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';

export interface Dispute {
  id: string;
  /** Id of a capture or a sale. */
  paymentId: string;
  status: DisputeStatus;
  outcome: { code: string; refundedCents: number } | null;
  amountCents: number;
  currency: string;
  createTime: string;
  updateTime: string;
}

export type SubscriptionStatus = 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';

export interface Subscription {
  id: string;
  /** The cart behind the approval window. The SDK passes it to the site as `orderID`. */
  orderId: string;
  billingToken: string;
  planId: string;
  planOverridden: boolean;
  priceCents: number;
  currency: string;
  status: SubscriptionStatus;
  statusTime: string;
  statusNote: string | null;
  createTime: string;
  updateTime: string;
  startTime: string;
  customId: string | null;
  applicationContext: Record<string, unknown>;
  subscriber: Person | null;
  nextBillingTime: string | null;
  outstandingCents: number;
  failedPayments: number;
  lastFailedTime: string | null;
}

/** A plan beside the annual one: a price for some buyers, in US cents. */
export interface Plan {
  id: string;
  priceCents: number;
}

export type SaleState = 'pending' | 'completed' | 'partially_refunded' | 'refunded';

export interface Sale {
  id: string;
  subscriptionId: string;
  state: SaleState;
  amountCents: number;
  currency: string;
  time: string;
  updateTime: string;
}

/** A payment of a payout file. */
export interface MassPayment {
  id: string;
  /** PayPal's id of the whole file. */
  batchId: string;
  recipient: string;
  /** The sender's own text. */
  reference: string;
  amountCents: number;
  currency: string;
  /** S: successful. P: unclaimed. D: denied. V: its money came back. */
  status: 'S' | 'P' | 'D' | 'V';
  createTime: string;
  updateTime: string;
  /** The transaction with which the money came back. T1114: PayPal returned it. T1115: the recipient refunded it. */
  back: { id: string; eventCode: 'T1114' | 'T1115'; time: string } | null;
}

export interface Attempt {
  time: string;
  /** The site's status code. Null without an answer. */
  status: number | null;
  error: string | null;
}

export interface Delivery {
  transmissionId: string;
  transmissionTime: string;
  eventId: string;
  eventType: string;
  status: 'held' | 'pending' | 'delivered' | 'failed';
  attempts: Attempt[];
}

/** PEM texts. They are stored, so that certificate URLs stay valid after a restart. */
export interface Certificates {
  id: string;
  ca: string;
  leaf: string;
  privateKey: string;
}

export interface StoredAnswer {
  status: number;
  body: unknown;
}

export interface WebhookEvent {
  id: string;
  event_version: '1.0';
  create_time: string;
  resource_type: string;
  resource_version?: string;
  event_type: string;
  summary: string;
  resource: Record<string, unknown>;
  links: Link[];
}

export interface State {
  orders: Record<string, Order>;
  captures: Record<string, Capture>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  plans: Record<string, Plan>;
  subscriptions: Record<string, Subscription>;
  sales: Record<string, Sale>;
  massPayments: Record<string, MassPayment>;
  events: Record<string, WebhookEvent>;
  deliveries: Delivery[];
  /** First answers, by method, path and PayPal-Request-Id. */
  requests: Record<string, StoredAnswer>;
}

/** Creates a state from its stored parts. A missing part is empty. */
export function createState(stored: Partial<State> = {}): State {
  return {
    orders: byId(stored.orders),
    captures: byId(stored.captures),
    refunds: byId(completeRefunds(stored.refunds)),
    disputes: byId(stored.disputes),
    plans: byId(stored.plans),
    subscriptions: byId(stored.subscriptions),
    sales: byId(stored.sales),
    massPayments: byId(stored.massPayments),
    events: byId(stored.events),
    deliveries: stored.deliveries ?? [],
    requests: byId(stored.requests),
  };
}

type StoredRefund = Omit<Refund, 'status' | 'updateTime'> & Partial<Refund>;

/** Adds the fields that are missing in files of earlier versions, which had only completed refunds. */
function completeRefunds(refunds: Record<string, StoredRefund> = {}): Record<string, Refund> {
  return Object.fromEntries(
    Object.entries(refunds).map(([id, refund]) => [
      id,
      { status: 'COMPLETED' as const, updateTime: refund.createTime, ...refund },
    ]),
  );
}

/** Copies records to an object without prototype, so that `constructor` is no id. */
function byId<Row>(rows: Record<string, Row> = {}): Record<string, Row> {
  return Object.assign(Object.create(null) as Record<string, Row>, rows);
}
