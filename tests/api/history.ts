import fc from 'fast-check';
import { centsToDecimal } from '../../src/shared/money.ts';
import type { State } from '../../stack/paypal/state.ts';
import { newOrder, newSubscription, paidOrder, pay } from './buyer.ts';
import type { Row, Rows } from './harness.ts';
import type { Shop } from './shop.ts';

/** One thing that happens at the provider; `what` draws which payment, subscription or dispute it happens to. */
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
  /** How long after the step before, from 1 to 60. */
  readonly pause: number;
  /** Of a payment, from 1 to 100 %. */
  readonly share: number;
}

/** Any step, purchases and refunds more often than others. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind'][]>(
    ...(['order', 'order', 'subscription', 'subscription', 'pending order', 'complete', 'complete'] as const),
    'order approved twice',
    ...(['renew', 'renew', 'refund', 'refund', 'refund', 'reverse'] as const),
    ...(['dispute', 'resolve', 'resolve', 'suspend or activate'] as const),
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

const pick = <T>(from: readonly T[], draw: number): T | undefined => from[draw % from.length];

export interface Player {
  /** Lets a step happen; one that is impossible as things stand does nothing. */
  readonly play: (step: Step) => Promise<void>;
  /** The events that were announced since the last call, oldest first. */
  readonly news: () => { id: string; body: string }[];
}

/** Plays a history at the shop's provider from a date on; `pauseMs` is the unit of pauses. */
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
): Player => {
  const { paypal } = shop;
  let clock = Date.parse(from);
  let told = 0;
  paypal.set({ holdWebhooks: true });

  const paid = ({ captures, sales, refunds }: State) => {
    const made = [
      ...Object.values(captures).filter(({ status }) => /COMPLETED|PARTIALLY/.test(status)),
      ...Object.values(sales),
    ];
    return made.flatMap(({ id, amountCents }) => {
      const back = Object.values(refunds).filter(({ paymentId }) => paymentId === id);
      const left = amountCents - back.reduce((sum, refund) => sum + refund.amountCents, 0);
      return left > 0 ? [{ id, amountCents, left, isSale: id in sales }] : [];
    });
  };

  const giveBack = (step: Step, state: State) => {
    const payment = pick(paid(state), step.what);
    if (!payment) return;
    const { id, isSale, left, amountCents } = payment;
    const amount = centsToDecimal(Math.min(left, Math.ceil((amountCents * step.share) / 100)));
    if (step.kind === 'dispute') paypal.openDispute(id, amount);
    else if (step.kind === 'refund' && isSale) paypal.refundSale(id, amount);
    else if (step.kind === 'refund') paypal.refundCapture(id, amount);
    else if (isSale) paypal.reverseSale(id);
    else paypal.reverseCapture(id);
  };

  const buy = async (step: Step) => {
    const email = pick(buyers, step.who) ?? '';
    const wish = { email, ...(step.share > 15 && { code }) };
    if (step.kind === 'subscription') await newSubscription(shop, wish);
    else if (step.kind === 'order approved twice') {
      const orderId = await newOrder(shop, wish);
      paypal.approve(orderId, { email });
      paypal.reverseApproval(orderId);
      paypal.set({ pendingCaptures: false });
      await pay(shop, orderId, email);
    } else {
      paypal.set({ pendingCaptures: step.kind === 'pending order' });
      await paidOrder(shop, wish);
    }
  };

  const subscriptionIn = ({ subscriptions }: State, draw: number, ...statuses: string[]) =>
    pick(
      Object.values(subscriptions).filter(({ status }) => statuses.includes(status)),
      draw,
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
        return giveBack(step, state);
      case 'complete': {
        const capture = pick(
          Object.values(state.captures).filter(({ status }) => status === 'PENDING'),
          step.what,
        );
        if (capture) paypal.settleCapture(capture.id, step.share > 20 ? 'COMPLETED' : 'DENIED');
        return;
      }
      case 'renew': {
        const subscription = subscriptionIn(state, step.what, 'ACTIVE');
        if (subscription) paypal.renew(subscription.id, time);
        return;
      }
      case 'resolve': {
        const open = Object.values(state.disputes).filter(({ outcome }) => outcome === null);
        const dispute = pick(open, step.what);
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

  const news = () => {
    const all = Object.values(paypal.state().events);
    const fresh = all.slice(told);
    told = all.length;
    return fresh.map((event) => ({ id: event.id, body: JSON.stringify(event) }));
  };
  return { play, news };
};

/** All that the books say of these orders' and subscriptions' money, whatever way they came to it. */
export const booksOf = (rows: Rows, purchaseIds: readonly string[]): Promise<Row[]> =>
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
         where payment_id = p.id and released_at is null) as holds
     from payments p
       join purchases b on b.id = p.purchase_id
       left join affiliates a on a.id = b.affiliate_id
     where p.state in ('completed', 'reversed') and b.provider_id = any ($1)
     order by p.provider_id`,
    [purchaseIds],
  );
