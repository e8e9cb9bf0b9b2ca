import { subscriptionShape } from '../../../../src/server/clients/paypal/order-shapes.ts';
import type { Order, ProviderPayment, Subscription } from '../../../../src/server/frame/context/paypal.ts';
import type { EventDetails } from '../../../../src/server/money/purchases/provider-purchase.ts';
import { dayMs, dayOf } from '../../../../src/shared/dates.ts';
import { settings } from '../../settings.ts';

/** Two years with a leap day, and some weeks. Moments are milliseconds. */
export const from = Date.parse('2027-03-01T00:00:00Z');
export const until = from + 800 * dayMs;
/** Nothing happens in the last days, because the site may learn of it up to three days later. */
const last = until - 4 * dayMs;

/** Something that happens at PayPal, or an erasure. The site learns of it by `told`, some days later. */
export interface Happening {
  readonly at: number;
  readonly change: () => void;
  readonly told: 'at-once' | 'later' | 'erasure';
  readonly details?: EventDetails;
  readonly failedAt?: Date;
}

/** A purchase at PayPal, its events, and the mails that its buyer must get. */
export interface ModelPurchase {
  readonly providerId: string;
  readonly type: 'one-time' | 'subscription';
  readonly payer: { readonly id: string; readonly email: string };
  readonly receiptEmail: string | null;
  readonly happenings: Happening[];
  /** The kind of each mail with the day or the moment that it is about. */
  readonly expected: string[];
  readonly fetch: () => Order | Subscription;
}

/** A random number from 0 to below 1. */
export type Random = () => number;

/** Returns a generator of random numbers with a seed (a linear congruential one). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function pick<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

const addYear = (at: number): number => {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
};
const day = (at: number) => dayOf(new Date(at));

/** Formats a moment as PayPal may: on a clock that is some hours ahead of UTC or behind it. */
const inZone = (at: number, hours: number): string => {
  const sign = hours < 0 ? '-' : '+';
  const zone = `${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`;
  return new Date(at + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, zone);
};

const payment = (id: string, at: number, cents: number): ProviderPayment => ({
  id,
  state: 'completed',
  amount: { cents, currency: 'USD' },
  taxCents: 0,
  paidAt: new Date(at),
  isDateUnsure: false,
});

const refundOf = ({ id, amount }: ProviderPayment, at: number): EventDetails => ({
  refund: {
    id: `R-${id}`,
    paymentId: id,
    state: 'completed',
    amount,
    refundedAt: new Date(at),
    kind: 'refund',
  },
});

/** True if the mail about a renewal is due before the two years end. */
const isDue = (renewal: number): boolean => renewal - 40 * dayMs <= until;

type Identity = Pick<ModelPurchase, 'providerId' | 'payer' | 'receiptEmail'>;

const subscriptionFates = [
  'steady',
  'steady',
  'steady',
  'cancelled',
  'suspended',
  'paused',
  'refunded',
  'erased',
  'moved',
] as const;

/** Returns a subscription that begins at `start`, with a random fate in the weeks before one of its renewals. */
export function newModelSubscription(random: Random, identity: Identity, start: number): ModelPurchase {
  const zone = pick(random, [0, -8, -3, 1, 9, 13]);
  const fate = pick(random, subscriptionFates);
  const fatedRenewal = pick(random, [1, 2]);
  /** Long before the mail is due, or long after it was sent. No run of the job is late by so much that it matters. */
  const isEarly = random() < 0.5;
  const state = {
    status: 'ACTIVE',
    statusAt: start,
    next: addYear(start) as number | null,
    payments: [payment(`${identity.providerId}-0`, start, 49_99)],
  };
  const happenings: Happening[] = [{ at: start, change: () => undefined, told: 'at-once' }];
  const expected: string[] = [];
  const happen = (at: number, change: () => void, more: Partial<Happening> = {}) => {
    if (at <= last) happenings.push({ at, change, told: 'later', ...more });
  };
  const become = (at: number, status: string, next?: number | null) => {
    happen(at, () => {
      Object.assign(state, { status, statusAt: at, ...(next !== undefined && { next }) });
    });
  };
  let isErased = false;
  let renewal = addYear(start);
  for (let count = 1; isDue(renewal); count += 1) {
    const isFated = count === fatedRenewal;
    const fatedAt = renewal - (isEarly ? 50 : 12) * dayMs;
    const isPausedToTheEnd = isFated && fate === 'paused' && renewal - 25 * dayMs > last;
    const isNoticed =
      !isErased &&
      !isPausedToTheEnd &&
      !(isFated && isEarly && !['steady', 'paused', 'moved'].includes(fate));
    if (isFated && fate === 'erased') {
      happen(fatedAt, () => undefined, { told: 'erasure' });
      isErased = true;
    }
    if (isFated && fate === 'refunded') {
      const paid = payment(`${identity.providerId}-${String(count - 1)}`, 0, 49_99);
      happen(fatedAt, () => undefined, { details: refundOf(paid, fatedAt) });
    }
    if (isFated && fate === 'moved') {
      const moved = renewal + pick(random, [-6, 9, 20]) * dayMs;
      const noticedRenewal = isEarly ? moved : renewal;
      // The mail about a renewal that moves past the two years is not due yet.
      if (isNoticed && isDue(noticedRenewal)) expected.push(`renewal-notice ${day(noticedRenewal)}`);
      become(fatedAt, 'ACTIVE', moved);
      renewal = moved;
    } else if (isNoticed) expected.push(`renewal-notice ${day(renewal)}`);
    if (isFated && (fate === 'cancelled' || fate === 'suspended')) {
      become(fatedAt, fate.toUpperCase(), fate === 'cancelled' ? null : undefined);
      break;
    }
    if (isFated && fate === 'paused') {
      become(renewal - 50 * dayMs, 'SUSPENDED');
      become(renewal - 25 * dayMs, 'ACTIVE');
    }
    const failures = pick(random, [0, 0, 1, 2]);
    for (let failure = 0; failure < failures; failure += 1) {
      const failedAt = renewal + failure * 5 * dayMs;
      happen(failedAt, () => undefined, { failedAt: new Date(failedAt) });
      if (!isErased && failedAt <= last) expected.push(`renewal-failed ${new Date(failedAt).toISOString()}`);
    }
    const paidAt = failures > 0 ? renewal + 15 * dayMs : renewal + pick(random, [-2, 0, 0, 3]) * dayMs;
    const [paid, next] = [
      payment(`${identity.providerId}-${String(count)}`, paidAt, 49_99),
      addYear(renewal),
    ];
    happen(paidAt, () => {
      state.payments.push(paid);
      state.next = next;
    });
    renewal = next;
  }
  const fetch = (): Subscription => ({
    ...subscriptionShape.parse({
      id: identity.providerId,
      status: state.status,
      plan_id: settings.annualPlanId,
      create_time: inZone(start, zone),
      status_update_time: inZone(state.statusAt, zone),
      subscriber: { payer_id: identity.payer.id, email_address: identity.payer.email },
      billing_info: {
        outstanding_balance: { currency_code: 'USD', value: '0.0' },
        ...(state.next !== null && { next_billing_time: inZone(state.next, zone) }),
      },
      plan: {
        billing_cycles: [
          {
            tenure_type: 'REGULAR',
            pricing_scheme: { fixed_price: { currency_code: 'USD', value: '49.99' } },
          },
        ],
      },
    }),
    fetchedAt: new Date(),
    payments: [...state.payments],
  });
  return { ...identity, type: 'subscription', happenings, expected, fetch };
}

const orderFates = [
  'one-year',
  'one-year',
  'second-early',
  'second-late',
  'second-after',
  'second-refunded',
  'refunded-early',
  'refunded-late',
  'erased-early',
  'erased-late',
] as const;

/** Returns the Basic purchases of a buyer: one, or two if the buyer buys another year. */
export function newModelOrders(random: Random, identity: Identity, start: number): ModelPurchase[] {
  const fate = pick(random, orderFates);
  const end = addYear(start);
  const first = newOrder(identity, start);
  const second = (at: number) => newOrder({ ...identity, providerId: `${identity.providerId}-2` }, at);
  const expectEnd = ({ expected }: ModelPurchase, at: number) => {
    if (at - 30 * dayMs <= until) expected.push(`year-ending ${day(at)}`);
  };
  if (fate !== 'second-early' && !fate.endsWith('-early')) expectEnd(first, end);
  switch (fate) {
    case 'second-early':
    case 'second-late':
    case 'second-after': {
      const at = end + { 'second-early': -50, 'second-late': -3, 'second-after': 20 }[fate] * dayMs;
      const again = second(at);
      expectEnd(again, addYear(Math.max(at, end)));
      return at <= last ? [first, again] : [first];
    }
    case 'second-refunded': {
      const again = second(end - 60 * dayMs);
      refund(again, end - 45 * dayMs);
      return [first, again];
    }
    case 'refunded-early':
    case 'refunded-late':
      refund(first, end - (fate === 'refunded-early' ? 45 : 3) * dayMs);
      return [first];
    case 'erased-early':
    case 'erased-late':
      happenUntil(first, {
        at: end - (fate === 'erased-early' ? 45 : 3) * dayMs,
        change: () => undefined,
        told: 'erasure',
      });
      return [first];
    case 'one-year':
      return [first];
  }
}

function newOrder(identity: Identity, at: number): ModelPurchase {
  const captures = [payment(`${identity.providerId}-C`, at, 59_99)];
  const order: Order = {
    id: identity.providerId,
    createdAt: new Date(at),
    payer: identity.payer,
    planId: 'basic',
    affiliateCode: null,
    amount: { cents: 59_99, currency: 'USD' },
    payeeId: settings.merchantId,
    captures,
  };
  const happenings: Happening[] = [{ at, change: () => undefined, told: 'at-once' }];
  return { ...identity, type: 'one-time', happenings, expected: [], fetch: () => order };
}

function refund(purchase: ModelPurchase, at: number): void {
  const paid = payment(`${purchase.providerId}-C`, 0, 59_99);
  happenUntil(purchase, { at, change: () => undefined, told: 'later', details: refundOf(paid, at) });
}

function happenUntil({ happenings }: ModelPurchase, happening: Happening): void {
  if (happening.at <= last) happenings.push(happening);
}
