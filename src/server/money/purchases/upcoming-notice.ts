import { dayMs, dayOf } from '../../../shared/dates.ts';
import { type DatedPayment, paidUntil, yearEnds } from '../../../shared/paid-until.ts';
import {
  type BuyerAccount,
  buyersPurchases,
  hasArrived,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
} from './buyer-account.ts';
import { isPaidBack } from './refunds-and-disputes.ts';

/** The mail that a purchase gets ahead of time. */
export interface UpcomingNotice {
  readonly kind: 'renewal-notice' | 'year-ending';
  /** The renewal, or the end of the year. */
  readonly at: Date;
  /** The amount of the renewal in US cents. Null for the end of a year. */
  readonly amountCents: number | null;
  /** When the mail is due. */
  readonly dueAt: Date;
}

/** Days between the mail and what it announces. Forty days before a renewal are within the period of every law. */
const daysAhead = { 'renewal-notice': 40, 'year-ending': 30 } as const;

/**
 * Returns the next mail about a purchase, or null:
 *
 * | purchase                                             | mail                    |
 * | ---------------------------------------------------- | ----------------------- |
 * | active subscription, the next payment is known       | before the renewal      |
 * | one-time purchase, its buyer has paid for no more    | before its year ends    |
 * | refunded, or its addresses were erased               | none                    |
 * | subscription that is cancelled, suspended or expired | none                    |
 * | one-time purchase, its buyer bought another year     | none, the last gets one |
 * | one-time purchase, its buyer has a subscription too  | none                    |
 */
export function findUpcomingNotice(account: BuyerAccount, purchase: PurchaseRow): UpcomingNotice | null {
  if (purchase.payerEmail === null && purchase.receiptEmail === null) return null;
  return purchase.type === 'subscription' ? findRenewal(account, purchase) : findYearEnd(account, purchase);
}

function findRenewal(account: BuyerAccount, purchase: PurchaseRow): UpcomingNotice | null {
  const { state, nextBillingAt, nextBillingCents, amountCents } = purchase;
  if (state !== 'active' || nextBillingAt === null || isLastPaymentReturned(account, purchase)) return null;
  return toNotice('renewal-notice', nextBillingAt, nextBillingCents ?? amountCents);
}

function isLastPaymentReturned(account: BuyerAccount, purchase: PurchaseRow): boolean {
  const last = paymentsOf(account, purchase)
    .filter(hasArrived)
    .reduce<PaymentRow | null>((latest, row) => (latest && latest.paidAt > row.paidAt ? latest : row), null);
  return last !== null && isPaidBack(account, last);
}

function findYearEnd(account: BuyerAccount, purchase: PurchaseRow): UpcomingNotice | null {
  const purchases = buyersPurchases(account, purchase).toSorted(byAge);
  const oneTime = purchases.filter(({ type }) => type === 'one-time');
  const ends = yearEnds(oneTime.map((row) => datedPayments(account, row)));
  const end = ends[oneTime.findIndex(({ id }) => id === purchase.id)] ?? null;
  if (end === null) return null;
  const hasLaterEnd = ends.some((other) => other !== null && other > end);
  const hasSubscription = purchases.some((row) => row.type === 'subscription' && lasts(account, row, end));
  return hasLaterEnd || hasSubscription ? null : toNotice('year-ending', new Date(end), null);
}

/** True if a subscription is active, or is paid for longer than until `end`. */
function lasts(account: BuyerAccount, purchase: PurchaseRow, end: string): boolean {
  const { state, nextBillingAt } = purchase;
  const until = paidUntil(datedPayments(account, purchase), nextBillingAt?.toISOString());
  return state === 'active' || (until !== null && until > end);
}

/** Orders purchases as /purchases does, oldest first. */
function byAge(a: PurchaseRow, b: PurchaseRow): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}

/** Returns the payments of a purchase as `paidUntil` reads them. */
export function datedPayments(account: BuyerAccount, purchase: PurchaseRow): readonly DatedPayment[] {
  return paymentsOf(account, purchase).map(({ state, paidAt, amountCents, refundedCents }) => ({
    state,
    paid_at: paidAt.toISOString(),
    amount_cents: amountCents,
    refunded_cents: refundedCents,
  }));
}

function toNotice(kind: UpcomingNotice['kind'], at: Date, amountCents: number | null): UpcomingNotice {
  return { kind, at, amountCents, dueAt: new Date(at.getTime() - daysAhead[kind] * dayMs) };
}

/** True if both announce the same: the same day, and the same amount. */
export function isSameNotice(a: UpcomingNotice | null, b: UpcomingNotice | null): boolean {
  if (a === null || b === null) return a === b;
  return a.kind === b.kind && dayOf(a.at) === dayOf(b.at) && a.amountCents === b.amountCents;
}

/** Two renewals are a year apart. PayPal may move one of them by days or weeks. */
const sameRenewalDays = 183;

/** True if a mail about the moment `notifiedFor` was about this renewal or this end, which may have moved since. */
export function wasNotified({ at }: UpcomingNotice, notifiedFor: Date | null): boolean {
  return notifiedFor !== null && Math.abs(at.getTime() - notifiedFor.getTime()) < sameRenewalDays * dayMs;
}
