import type {
  CaptureStatus,
  DisputeStatus,
  OrderStatus,
  Payee,
  Person,
  SaleState,
  SubscriptionStatus,
  WebhookEvent,
} from './shapes.ts';
import type { PurchaseUnitRequest } from './rest/order-request.ts';

/** What the buyer chose in the approval window; it decides how a capture ends. */
export type Outcome = 'pay' | 'decline' | 'fail';

export type PurchaseUnit = PurchaseUnitRequest & { reference_id: string; payee: Payee };

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

export interface Refund {
  id: string;
  /** A capture's id, or a sale's. */
  paymentId: string;
  amountCents: number;
  totalRefundedCents: number;
  currency: string;
  note: string | null;
  createTime: string;
}

export interface Dispute {
  id: string;
  /** A capture's id, or a sale's. */
  paymentId: string;
  status: DisputeStatus;
  outcome: { code: string; refundedCents: number } | null;
  amountCents: number;
  currency: string;
  createTime: string;
  updateTime: string;
}

export interface Subscription {
  id: string;
  /** The cart behind the approval window; the SDK hands it out as orderID. */
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

export interface Sale {
  id: string;
  subscriptionId: string;
  state: SaleState;
  amountCents: number;
  currency: string;
  time: string;
  updateTime: string;
}

export interface Attempt {
  time: string;
  /** The site's status code; null when no answer came. */
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

/** PEM texts; kept so that a certificate URL seen before a restart still verifies. */
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

export interface State {
  orders: Record<string, Order>;
  captures: Record<string, Capture>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  subscriptions: Record<string, Subscription>;
  sales: Record<string, Sale>;
  events: Record<string, WebhookEvent>;
  deliveries: Delivery[];
  /** Answers by method, path and PayPal-Request-Id. */
  requests: Record<string, StoredAnswer>;
}

/** Rows by id, without the names that every object has: `constructor` is no order. */
const byId = <Row>(rows: Record<string, Row> = {}): Record<string, Row> =>
  Object.assign(Object.create(null) as Record<string, Row>, rows);

/** The state with what there is of it already. */
export const stateOf = (kept: Partial<State> = {}): State => ({
  orders: byId(kept.orders),
  captures: byId(kept.captures),
  refunds: byId(kept.refunds),
  disputes: byId(kept.disputes),
  subscriptions: byId(kept.subscriptions),
  sales: byId(kept.sales),
  events: byId(kept.events),
  deliveries: kept.deliveries ?? [],
  requests: byId(kept.requests),
});
