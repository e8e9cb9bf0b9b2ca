import { shareOf } from './money.ts';
import type { PlanType } from './plans.ts';
import { type ProgramTerms, termsAt } from './program.ts';

/** What decides the commission of one payment. Moments are milliseconds since 1970, UTC. */
export interface CommissionInput {
  readonly paidAt: number;
  /** The payment's age by `paymentAgeMonths`. */
  readonly ageMonths: number;
  readonly customerFirstPaidAt: number;
  /** What the buyer paid less tax, US cents. */
  readonly baseCents: number;
}

export interface Commission {
  readonly amountCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
}

/** A subscription is billed once a year. */
const subscriptionMonths = 12;

const inFoundersYear = (moment: number, { founders }: ProgramTerms): boolean =>
  moment >= founders.from && moment < founders.until;

/** Whole calendar months from one UTC moment to a later one (31 January + 1 month = end of February). */
const wholeMonths = (from: number, to: number): number => {
  const start = new Date(from);
  const monthsApart = (end: Date) =>
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const months = monthsApart(new Date(to));
  const anniversary = new Date(from);
  anniversary.setUTCMonth(start.getUTCMonth() + months, 1);
  const lastDay = new Date(
    Date.UTC(anniversary.getUTCFullYear(), anniversary.getUTCMonth() + 1, 0),
  ).getUTCDate();
  anniversary.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return anniversary.getTime() > to ? months - 1 : months;
};

/** The rule that new ledger entries count a payment's age by. Entries that stand keep theirs. */
export const currentAgeRule = 2;

/** What decides the age of a payment. Moments are milliseconds since 1970, UTC. */
export interface AgeInput {
  readonly type: PlanType;
  readonly customerFirstPaidAt: number;
  /** The first payment of this purchase. */
  readonly purchaseFirstPaidAt: number;
  /** Place among the purchase's payments, from 1. */
  readonly sequence: number;
}

/**
 * Age of a payment in months: whole calendar months from the customer's first payment to the first payment of this
 * purchase, plus the billing intervals of a subscription. Intervals are counted by the sequence, because PayPal bills
 * hours early or late. Rule 1 counted a subscription from its own first payment.
 */
export function paymentAgeMonths(payment: AgeInput, rule = currentAgeRule): number {
  const { type, customerFirstPaidAt, purchaseFirstPaidAt, sequence } = payment;
  const renewalMonths = type === 'subscription' ? (sequence - 1) * subscriptionMonths : 0;
  if (rule === 1 && type === 'subscription') return renewalMonths;
  return Math.max(0, wholeMonths(customerFirstPaidAt, purchaseFirstPaidAt)) + renewalMonths;
}

/**
 * The rate of a payment in basis points: it depends on sequence and dates only, never on the clock, and so on the terms of
 * when it was paid.
 */
export const commissionRate = (
  input: Omit<CommissionInput, 'baseCents'>,
  terms: ProgramTerms = termsAt(input.paidAt),
): number => {
  const earnsFoundersRate =
    inFoundersYear(input.paidAt, terms) ||
    (inFoundersYear(input.customerFirstPaidAt, terms) && input.ageMonths < terms.founders.customerMonths);
  return earnsFoundersRate ? terms.founders.rateBasisPoints : terms.renewalRateBasisPoints;
};

/** What the affiliate earns for one payment: base × rate, rounded half up to the cent. */
export const commissionFor = (
  input: CommissionInput,
  terms: ProgramTerms = termsAt(input.paidAt),
): Commission => {
  const rateBasisPoints = commissionRate(input, terms);
  return {
    amountCents: shareOf(input.baseCents, rateBasisPoints),
    rateBasisPoints,
    termsVersion: terms.version,
  };
};

/** A refund's part of the base: its share of what was paid, rounded half up, so that all of it is the whole base. */
export const refundedBase = (baseCents: number, paidCents: number, refundedCents: number): number =>
  Math.floor((2 * baseCents * refundedCents + paidCents) / (2 * paidCents));

/**
 * What is left of a commission once `refundedCents` of `paidCents` went back: the whole share less the share of the
 * refunded base, each rounded half up, so that partial refunds add up to the whole to the cent.
 */
export const commissionLeft = (paid: {
  readonly baseCents: number;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly rateBasisPoints: number;
}): number =>
  shareOf(paid.baseCents, paid.rateBasisPoints) -
  shareOf(refundedBase(paid.baseCents, paid.paidCents, paid.refundedCents), paid.rateBasisPoints);
