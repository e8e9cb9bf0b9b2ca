import { cents } from './values.ts';
import { ApiError } from './rest/api-error.ts';
import { findCapture, refundCapture, reverseCapture, settleCapture } from './rest/captures.ts';
import {
  type DisputeOutcome,
  findDispute,
  openDispute,
  resolveDispute,
  reviewDispute,
} from './rest/disputes.ts';
import {
  claimMassPayment,
  findMassPayment,
  type MassPaymentFate,
  returnMassPayment,
  sendMassPayments,
} from './rest/mass-payments.ts';
import { approveOrder, findOrder, reverseApproval } from './rest/orders.ts';
import { findRefund, settleRefund } from './rest/refunds.ts';
import { completeSale, findSale, refundSale, reverseSale } from './rest/sales.ts';
import {
  approveSubscription,
  changeSubscription,
  failPayment,
  findSubscription,
  renewSubscription,
} from './rest/subscriptions.ts';
import { defaultSwitches, type Switches, type SimulatorContext } from './simulator-context.ts';
import { createState, type Outcome, type State } from './state.ts';
import type { WebhookSender } from './webhooks/delivery.ts';

/** The controls for tests and the overview page. They throw for unknown ids and impossible steps. */
export interface PayPalControl {
  /** Changes some switches and returns all. */
  set(switches: Partial<Switches>): Switches;
  /** Delivers the held webhooks and returns their number. */
  flush(): number;
  /** Deletes orders, subscriptions and events, and resets the switches. Certificates stay. */
  reset(): void;
  /** Records the buyer's choice for an order or a subscription. */
  approve(id: string, choice?: { email?: string | undefined; outcome?: Outcome | undefined }): void;
  /** Reverses the buyer's approval of an order. */
  reverseApproval(orderId: string): void;
  /** Takes the next payment of a subscription, at `time` (ISO 8601) or now. */
  renew(subscriptionId: string, time?: string): void;
  failPayment(subscriptionId: string): void;
  cancel(subscriptionId: string): void;
  suspend(subscriptionId: string): void;
  activate(subscriptionId: string): void;
  expire(subscriptionId: string): void;
  /** `amount` is a decimal such as '10.00'. Default: everything that is left. */
  refundCapture(captureId: string, amount?: string): void;
  reverseCapture(captureId: string): void;
  /** Ends a pending capture. 'DENIED' also declines it, but sends PayPal's event DENIED instead of DECLINED. */
  settleCapture(captureId: string, result: 'COMPLETED' | 'DECLINED' | 'DENIED'): void;
  /** Completes a pending sale. */
  completeSale(saleId: string): void;
  refundSale(saleId: string, amount?: string): void;
  reverseSale(saleId: string): void;
  /** Ends a pending refund. Only a completed refund sends an event. */
  settleRefund(refundId: string, result: 'COMPLETED' | 'FAILED'): void;
  /** Opens a dispute of a capture or a sale, and returns its id. Default amount: everything that is left. */
  openDispute(paymentId: string, amount?: string): string;
  /** Puts a dispute under review. */
  reviewDispute(disputeId: string): void;
  /** Resolves a dispute. If the seller loses, the payment is reversed. */
  resolveDispute(disputeId: string, outcome: DisputeOutcome): void;
  /** Sends the payments of a payout file, with fates by reference. Returns PayPal's ids by reference. */
  sendPayouts(file: string, fates?: Readonly<Record<string, MassPaymentFate>>): Record<string, string>;
  /** The recipient accepts an unclaimed payment of a payout file. */
  claimPayout(paymentId: string): void;
  /** The money of a payment of a payout file comes back. */
  returnPayout(paymentId: string): void;
  /** Delivers a webhook event again. */
  resend(eventId: string): void;
  /** Returns a copy of the state and the switches. */
  state(): State & { switches: Switches };
  /** Resolves once no delivery is pending. Held webhooks do not count. */
  idle(): Promise<void>;
}

const defaultEmail = 'buyer@example.com';

export function createControl(context: SimulatorContext, sender: WebhookSender): PayPalControl {
  const subscription = (id: string) => findSubscription(context, id);
  const capture = (id: string) => findCapture(context, id);
  const sale = (id: string) => findSale(context, id);
  const optionalCents = (amount: string | undefined): number | undefined =>
    amount === undefined ? undefined : cents(amount);
  return {
    set: (switches) => {
      Object.assign(context.switches, switches);
      return { ...context.switches };
    },
    flush: () => sender.flush(),
    reset: () => {
      Object.assign(context.state, createState());
      Object.assign(context.switches, defaultSwitches);
      context.save();
    },
    approve: (id, { email = defaultEmail, outcome = 'pay' } = {}) => {
      if (context.state.subscriptions[id]) approveSubscription(context, subscription(id), email, outcome);
      else approveOrder(context, findOrder(context, id), email, outcome);
    },
    reverseApproval: (id) => reverseApproval(context, findOrder(context, id)),
    renew: (id, time) => renewSubscription(context, subscription(id), time),
    failPayment: (id) => failPayment(context, subscription(id)),
    cancel: (id) => changeSubscription(context, subscription(id), 'cancel'),
    suspend: (id) => changeSubscription(context, subscription(id), 'suspend'),
    activate: (id) => changeSubscription(context, subscription(id), 'activate'),
    expire: (id) => changeSubscription(context, subscription(id), 'expire'),
    refundCapture: (id, amount) =>
      void refundCapture(context, capture(id), { amountCents: optionalCents(amount) }),
    reverseCapture: (id) => void reverseCapture(context, capture(id)),
    settleCapture: (id, result) => settleCapture(context, capture(id), result),
    completeSale: (id) => completeSale(context, sale(id)),
    refundSale: (id, amount) => void refundSale(context, sale(id), { amountCents: optionalCents(amount) }),
    reverseSale: (id) => void reverseSale(context, sale(id)),
    settleRefund: (id, result) => settleRefund(context, findRefund(context, id), result),
    openDispute: (id, amount) => openDispute(context, id, optionalCents(amount)).id,
    reviewDispute: (id) => reviewDispute(context, findDispute(context, id)),
    resolveDispute: (id, outcome) => resolveDispute(context, findDispute(context, id), outcome),
    sendPayouts: (file, fates) => sendMassPayments(context, file, fates),
    claimPayout: (id) => claimMassPayment(context, findMassPayment(context, id)),
    returnPayout: (id) => returnMassPayment(context, findMassPayment(context, id)),
    resend: (id) => {
      if (!context.state.events[id]) throw new ApiError(404, { message: `No event ${id}.` });
      sender.resend(id);
    },
    state: () => structuredClone({ ...context.state, switches: context.switches }),
    idle: () => sender.idle(),
  };
}
