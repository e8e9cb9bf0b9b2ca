import { cents } from './money.ts';
import { ApiError } from './rest/api-error.ts';
import { findCapture, refundCapture, reverseCapture, settleCapture } from './rest/captures.ts';
import {
  type DisputeOutcome,
  findDispute,
  openDispute,
  resolveDispute,
  reviewDispute,
} from './rest/disputes.ts';
import { approveOrder, findOrder, reverseApproval } from './rest/orders.ts';
import { completeSale, findSale, refundSale, reverseSale } from './rest/sales.ts';
import {
  approveSubscription,
  changeSubscription,
  failPayment,
  findSubscription,
  renew,
} from './rest/subscriptions.ts';
import { quietSwitches, type Switches } from './settings.ts';
import { stateOf, type Outcome, type State } from './state.ts';
import type { Courier } from './webhooks/delivery.ts';
import type { World } from './world.ts';

/** What tests and the root page may do; ids that name nothing and impossible steps throw. */
export interface PayPalControl {
  /** Changes the switches named, leaves the others; answers all of them. */
  set(switches: Partial<Switches>): Switches;
  /** Delivers the held webhooks; tells how many. */
  flush(): number;
  /** Forgets orders, subscriptions and events, and turns every switch off. Keys stay. */
  reset(): void;
  /** The buyer's choice without a window, for an order's or a subscription's id. */
  approve(id: string, choice?: { email?: string | undefined; outcome?: Outcome | undefined }): void;
  /** PayPal takes back the buyer's approval of an order. */
  reverseApproval(orderId: string): void;
  /** A subscription's next payment, at `time` (ISO 8601) or now. */
  renew(subscriptionId: string, time?: string): void;
  failPayment(subscriptionId: string): void;
  cancel(subscriptionId: string): void;
  suspend(subscriptionId: string): void;
  activate(subscriptionId: string): void;
  expire(subscriptionId: string): void;
  /** The amount is a decimal such as '10.00'; without one, all that is left. */
  refundCapture(captureId: string, amount?: string): void;
  reverseCapture(captureId: string): void;
  /** Ends a pending capture; 'DENIED' is DECLINED under the event's other name. */
  settleCapture(captureId: string, result: 'COMPLETED' | 'DECLINED' | 'DENIED'): void;
  /** Ends a pending sale. */
  completeSale(saleId: string): void;
  refundSale(saleId: string, amount?: string): void;
  reverseSale(saleId: string): void;
  /** A buyer disputes a capture or a sale, of a decimal amount or of all that is left; answers the dispute's id. */
  openDispute(paymentId: string, amount?: string): string;
  /** The provider looks into a dispute. */
  reviewDispute(disputeId: string): void;
  /** Ends a dispute; where the seller loses, the payment is reversed. */
  resolveDispute(disputeId: string, outcome: DisputeOutcome): void;
  /** Sends a webhook event once more. */
  resend(eventId: string): void;
  /** A copy of everything there is. */
  state(): State & { switches: Switches };
  /** Resolves once no webhook is under way; held ones do not count. */
  idle(): Promise<void>;
}

const buyer = 'buyer@example.com';

/** The controls over one simulator. */
export const openControl = (world: World, courier: Courier): PayPalControl => {
  const subscription = (id: string) => findSubscription(world, id);
  const capture = (id: string) => findCapture(world, id);
  const sale = (id: string) => findSale(world, id);
  const optional = (amount: string | undefined): number | undefined =>
    amount === undefined ? undefined : cents(amount);
  return {
    set: (switches) => {
      Object.assign(world.switches, switches);
      return { ...world.switches };
    },
    flush: () => courier.flush(),
    reset: () => {
      Object.assign(world.state, stateOf());
      Object.assign(world.switches, quietSwitches);
      world.save();
    },
    approve: (id, { email = buyer, outcome = 'pay' } = {}) => {
      if (world.state.subscriptions[id]) approveSubscription(world, subscription(id), email, outcome);
      else approveOrder(world, findOrder(world, id), email, outcome);
    },
    reverseApproval: (id) => reverseApproval(world, findOrder(world, id)),
    renew: (id, time) => renew(world, subscription(id), time),
    failPayment: (id) => failPayment(world, subscription(id)),
    cancel: (id) => changeSubscription(world, subscription(id), 'cancel'),
    suspend: (id) => changeSubscription(world, subscription(id), 'suspend'),
    activate: (id) => changeSubscription(world, subscription(id), 'activate'),
    expire: (id) => changeSubscription(world, subscription(id), 'expire'),
    refundCapture: (id, amount) => void refundCapture(world, capture(id), { amountCents: optional(amount) }),
    reverseCapture: (id) => void reverseCapture(world, capture(id)),
    settleCapture: (id, result) => settleCapture(world, capture(id), result),
    completeSale: (id) => completeSale(world, sale(id)),
    refundSale: (id, amount) => void refundSale(world, sale(id), optional(amount)),
    reverseSale: (id) => void reverseSale(world, sale(id)),
    openDispute: (id, amount) => openDispute(world, id, optional(amount)).id,
    reviewDispute: (id) => reviewDispute(world, findDispute(world, id)),
    resolveDispute: (id, outcome) => resolveDispute(world, findDispute(world, id), outcome),
    resend: (id) => {
      if (!world.state.events[id]) throw new ApiError(404, { message: `No event ${id}.` });
      courier.resend(id);
    },
    state: () => structuredClone({ ...world.state, switches: world.switches }),
    idle: () => courier.idle(),
  };
};
