import { shareOf } from './money.ts';
import type { PlanType } from './plans.ts';
import { type ProgramTerms, termsAt } from './program.ts';

/** The facts that decide the commission of a payment. Moments are milliseconds since 1970, UTC. */
export interface CommissionInput {
  readonly paidAt: number;
  /** The payment's age by `paymentAgeMonths`. */
  readonly ageMonths: number;
  readonly customerFirstPaidAt: number;
  /** The amount paid less tax, US cents. */
  readonly baseCents: number;
}

export interface Commission {
  readonly amountCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
}

/** Returns the commission of a payment before refunds: base × rate, rounded half up to the cent. */
export function commissionFor(
  input: CommissionInput,
  terms: ProgramTerms = termsAt(input.paidAt),
): Commission {
  const rateBasisPoints = commissionRate(input, terms);
  return {
    amountCents: shareOf(input.baseCents, rateBasisPoints),
    rateBasisPoints,
    termsVersion: terms.version,
  };
}

/** Returns the rate of a payment in basis points. It depends only on the payment, and never on the time of the calculation. */
export function commissionRate(
  input: Omit<CommissionInput, 'baseCents'>,
  terms: ProgramTerms = termsAt(input.paidAt),
): number {
  const earnsFoundersRate =
    inFoundersYear(input.paidAt, terms) ||
    (inFoundersYear(input.customerFirstPaidAt, terms) && input.ageMonths < terms.founders.customerMonths);
  if (earnsFoundersRate) return terms.founders.rateBasisPoints;
  const isFirst = input.paidAt <= input.customerFirstPaidAt;
  return isFirst ? terms.firstRateBasisPoints : terms.renewalRateBasisPoints;
}

/** Commissions of an example customer, who pays the same price twice. */
export interface ExampleCommissions {
  readonly first: Commission;
  readonly renewal: Commission;
}

/** Returns an affiliate's commissions for a customer's first payment at a moment, and for a renewal a year later by the same terms. */
export function exampleCommissions(
  baseCents: number,
  moment: number,
  terms: ProgramTerms = termsAt(moment),
): ExampleCommissions {
  const yearLater = new Date(moment).setUTCFullYear(new Date(moment).getUTCFullYear() + 1);
  const payment = { customerFirstPaidAt: moment, baseCents };
  return {
    first: commissionFor({ ...payment, paidAt: moment, ageMonths: 0 }, terms),
    renewal: commissionFor({ ...payment, paidAt: yearLater, ageMonths: subscriptionMonths }, terms),
  };
}

function inFoundersYear(moment: number, { founders }: ProgramTerms): boolean {
  return moment >= founders.from && moment < founders.until;
}

/** The rule for a payment's age in new ledgers. A ledger that has entries keeps its rule. */
export const currentAgeRule = 2;

/** A subscription is billed once a year. */
const subscriptionMonths = 12;

/** The facts that decide the age of a payment. Moments are milliseconds since 1970, UTC. */
export interface AgeInput {
  readonly type: PlanType;
  readonly customerFirstPaidAt: number;
  /** The first payment of this purchase. */
  readonly purchaseFirstPaidAt: number;
  /** The place among the purchase's payments, from 1. */
  readonly sequence: number;
}

/**
 * Returns the age of a payment in months: whole calendar months from the customer's first payment to the first payment of
 * this purchase, plus the billing intervals of a subscription. Intervals are counted by the sequence, because PayPal bills
 * hours early or late. Rule 1 counted a subscription from its own first payment.
 */
export function paymentAgeMonths(payment: AgeInput, rule = currentAgeRule): number {
  const { type, customerFirstPaidAt, purchaseFirstPaidAt, sequence } = payment;
  const renewalMonths = type === 'subscription' ? (sequence - 1) * subscriptionMonths : 0;
  if (rule === 1 && type === 'subscription') return renewalMonths;
  return Math.max(0, wholeMonths(customerFirstPaidAt, purchaseFirstPaidAt)) + renewalMonths;
}

/** Returns the whole calendar months between two UTC moments (31 January + 1 month = end of February). */
function wholeMonths(from: number, to: number): number {
  const start = new Date(from);
  const end = new Date(to);
  const months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const anniversary = new Date(from);
  anniversary.setUTCMonth(start.getUTCMonth() + months, 1);
  const lastDay = new Date(
    Date.UTC(anniversary.getUTCFullYear(), anniversary.getUTCMonth() + 1, 0),
  ).getUTCDate();
  anniversary.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return anniversary.getTime() > to ? months - 1 : months;
}

/** Returns a refund's part of the base: its share of the amount paid, rounded half up. A full refund is the whole base. */
export function refundedBase(baseCents: number, paidCents: number, refundedCents: number): number {
  return Math.floor((2 * baseCents * refundedCents + paidCents) / (2 * paidCents));
}

/**
 * Returns the commission that is left after refunds of `refundedCents`: the share of the base less the share of the refunded
 * base, each rounded half up, so that partial refunds add up to the full refund to the cent.
 */
export function commissionLeft(payment: {
  readonly baseCents: number;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly rateBasisPoints: number;
}): number {
  const { baseCents, paidCents, refundedCents, rateBasisPoints } = payment;
  return (
    shareOf(baseCents, rateBasisPoints) -
    shareOf(refundedBase(baseCents, paidCents, refundedCents), rateBasisPoints)
  );
}
