import fc from 'fast-check';
import { centsToDecimal } from '../../src/shared/money.ts';
import type { State } from '../../stack/paypal/state.ts';
import { newOrder, newSubscription, paidOrder, pay } from './buyer.ts';
import type { Row, Rows } from './harness.ts';
import type { Shop } from './shop.ts';

/** An event at PayPal. `what` selects the payment, the subscription or the dispute. `who` selects the buyer. */
export interface Step {
  readonly kind:
    | 'order'
    | 'pending order'
    | 'order approved twice'
    | 'subscription'
    | 'complete'
    | 'renew'
    | 'refund'
    | 'reverse'
    | 'dispute'
    | 'resolve'
    | 'suspend or activate';
  readonly who: number;
  readonly what: number;
  /** Time since the previous step, from 1 to 60 units. */
  readonly pause: number;
  /** Share of a payment to refund or dispute, from 1 to 100%. A small share also means no code, or a denied capture. */
  readonly share: number;
}

/** Generates steps. Purchases and refunds are more frequent than the other kinds. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind'][]>(
    'order',
    'order',
    'subscription',
    'subscription',
    'pending order',
    'complete',
    'complete',
    'order approved twice',
    'renew',
    'renew',
    'refund',
    'refund',
    'refund',
    'reverse',
    'dispute',
    'resolve',
    'resolve',
    'suspend or activate',
  ),
  who: fc.nat(1_000),
  what: fc.nat(1_000),
  pause: fc.integer({ min: 1, max: 60 }),
  share: fc.integer({ min: 1, max: 100 }),
});

const outcomes = [
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_SELLER_FAVOUR',
  'ACCEPTED',
  'CANCELED_BY_BUYER',
  'NONE',
] as const;

/** Picks an element by a random number. */
const pick = <T>(from: readonly T[], random: number): T | undefined => from[random % from.length];

export interface History {
  /** Plays a step. A step that is impossible at this point does nothing. */
  readonly play: (step: Step) => Promise<void>;
  /** Returns PayPal's webhook events since the last call, oldest first. */
  readonly takeNewEvents: () => { id: string; body: string }[];
}

/** Starts a history in the shop's PayPal simulator at the time `from`. `pauseMs` is the unit of `Step.pause`. */
export const startHistory = (
  shop: Shop,
  {
    buyers,
    code,
    from,
    pauseMs,
  }: {
    readonly buyers: readonly string[];
    readonly code: string;
    readonly from: string;
    readonly pauseMs: number;
  },
): History => {
  const { paypal } = shop;
  let clock = Date.parse(from);
  let takenCount = 0;
  paypal.set({ holdWebhooks: true });

  const refundablePayments = ({ captures, sales, refunds }: State) => {
    const payments = [
      ...Object.values(captures).filter(({ status }) => /COMPLETED|PARTIALLY/.test(status)),
      ...Object.values(sales),
    ];
    return payments.flatMap(({ id, amountCents }) => {
      const refunded = Object.values(refunds).filter(({ paymentId }) => paymentId === id);
      const leftCents = amountCents - refunded.reduce((sum, refund) => sum + refund.amountCents, 0);
      return leftCents > 0 ? [{ id, amountCents, leftCents, isSale: id in sales }] : [];
    });
  };

  const refundOrDispute = (step: Step, state: State) => {
    const payment = pick(refundablePayments(state), step.what);
    if (!payment) return;
    const { id, isSale, leftCents, amountCents } = payment;
    const amount = centsToDecimal(Math.min(leftCents, Math.ceil((amountCents * step.share) / 100)));
    if (step.kind === 'dispute') paypal.openDispute(id, amount);
    else if (step.kind === 'refund' && isSale) paypal.refundSale(id, amount);
    else if (step.kind === 'refund') paypal.refundCapture(id, amount);
    else if (isSale) paypal.reverseSale(id);
    else paypal.reverseCapture(id);
  };

  const buy = async (step: Step) => {
    const email = pick(buyers, step.who) ?? '';
    const hasCode = step.share > 15;
    const options = { email, ...(hasCode && { code }) };
    if (step.kind === 'subscription') await newSubscription(shop, options);
    else if (step.kind === 'order approved twice') {
      const orderId = await newOrder(shop, options);
      paypal.approve(orderId, { email });
      paypal.reverseApproval(orderId);
      paypal.set({ pendingCaptures: false });
      await pay(shop, orderId, email);
    } else {
      paypal.set({ pendingCaptures: step.kind === 'pending order' });
      await paidOrder(shop, options);
    }
  };

  const subscriptionIn = ({ subscriptions }: State, random: number, ...statuses: string[]) =>
    pick(
      Object.values(subscriptions).filter(({ status }) => statuses.includes(status)),
      random,
    );

  const play = async (step: Step): Promise<void> => {
    clock += step.pause * pauseMs;
    const time = new Date(clock).toISOString().replace(/\.\d+Z$/, 'Z');
    paypal.set({ clock: time });
    const state = paypal.state();
    switch (step.kind) {
      case 'order':
      case 'pending order':
      case 'order approved twice':
      case 'subscription':
        return buy(step);
      case 'refund':
      case 'reverse':
      case 'dispute':
        return refundOrDispute(step, state);
      case 'complete': {
        const capture = pick(
          Object.values(state.captures).filter(({ status }) => status === 'PENDING'),
          step.what,
        );
        const isCompleted = step.share > 20;
        if (capture) paypal.settleCapture(capture.id, isCompleted ? 'COMPLETED' : 'DENIED');
        return;
      }
      case 'renew': {
        const subscription = subscriptionIn(state, step.what, 'ACTIVE');
        if (subscription) paypal.renew(subscription.id, time);
        return;
      }
      case 'resolve': {
        const openDisputes = Object.values(state.disputes).filter(({ outcome }) => outcome === null);
        const dispute = pick(openDisputes, step.what);
        if (dispute) paypal.resolveDispute(dispute.id, pick(outcomes, step.share) ?? 'NONE');
        return;
      }
      case 'suspend or activate': {
        const subscription = subscriptionIn(state, step.what, 'ACTIVE', 'SUSPENDED');
        if (subscription?.status === 'ACTIVE') paypal.suspend(subscription.id);
        else if (subscription) paypal.activate(subscription.id);
      }
    }
  };

  const takeNewEvents = () => {
    const all = Object.values(paypal.state().events);
    const newEvents = all.slice(takenCount);
    takenCount = all.length;
    return newEvents.map((event) => ({ id: event.id, body: JSON.stringify(event) }));
  };
  return { play, takeNewEvents };
};

/** Returns the payments of these orders and subscriptions with their licenses, commissions, refunds, disputes and open holds. */
export const paymentSummaries = (rows: Rows, purchaseIds: readonly string[]): Promise<Row[]> =>
  rows(
    `select b.provider_id as purchase, b.state as purchase_state, a.code, p.provider_id as payment, p.state,
       p.paid_at, p.amount_cents, p.tax_cents, p.refunded_cents,
       (select coalesce(sum(amount_cents), 0)::int from commission_entries where payment_id = p.id) as earned,
       (select count(*)::int from commission_entries where payment_id = p.id and kind = 'commission') as commissions,
       (select json_agg(json_build_array(provider_id, kind, amount_cents) order by provider_id)
         from refunds where payment_id = p.id) as refunds,
       (select json_agg(json_build_array(provider_id, state, lost_cents) order by provider_id)
         from disputes where payment_id = p.id) as disputes,
       (select json_agg(reason order by reason) from commission_holds
         where payment_id = p.id and released_at is null) as holds,
       (select count(*)::int from licenses where payment_id = p.id and revoked_at is null) as licenses
     from payments p
       join purchases b on b.id = p.purchase_id
       left join affiliates a on a.id = b.affiliate_id
     where p.state in ('completed', 'reversed') and b.provider_id = any ($1)
     order by p.provider_id`,
    [purchaseIds],
  );
