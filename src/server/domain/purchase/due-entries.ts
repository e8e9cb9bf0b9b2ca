import {
  type Commission,
  commissionFor,
  commissionLeft,
  paymentAgeMonths,
  refundedBase,
} from '../../../shared/commission.ts';
import type { EntryKind } from '../../../shared/explain-entry.ts';
import type { PlanType } from '../../../shared/plans.ts';
import { ratesAt } from '../../../shared/program.ts';

/** All that decides what a completed payment earns its affiliate, and what the ledger has of it. */
export interface PaymentFacts {
  readonly providerId: string;
  readonly type: PlanType;
  readonly paidAt: Date;
  readonly customerFirstPaidAt: Date;
  /** Its place among the purchase's payments by date, from 1. */
  readonly sequence: number;
  readonly amountCents: number;
  readonly taxCents: number;
  /** Whether the affiliate was active when it was paid. */
  readonly isEligible: boolean;
  readonly refunds: readonly RefundFacts[];
  /** The ledger's entries of this payment and affiliate. */
  readonly entries: readonly {
    readonly kind: EntryKind;
    readonly source: string;
    readonly amountCents: number;
  }[];
}

interface RefundFacts {
  readonly providerId: string;
  readonly kind: 'refund' | 'reversal';
  readonly amountCents: number;
  readonly refundedAt: Date;
}

export interface DueEntry {
  readonly kind: EntryKind;
  readonly source: string;
  readonly amountCents: number;
  readonly baseCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
  readonly occurredAt: Date;
}

/** What a payment earns by everything that is known now, before refunds; nothing where nobody was active. */
const earnedBy = (facts: PaymentFacts, baseCents: number): Commission => {
  const paidAt = facts.paidAt.getTime();
  if (!facts.isEligible) return { amountCents: 0, rateBasisPoints: 0, termsVersion: ratesAt(paidAt).version };
  const customerFirstPaidAt = Math.min(paidAt, facts.customerFirstPaidAt.getTime());
  const ageMonths = paymentAgeMonths(
    facts.type === 'subscription'
      ? { type: 'subscription', sequence: facts.sequence, intervalMonths: 12 }
      : { type: 'one-time', customerFirstPaidAt, paidAt },
  );
  return commissionFor({ paidAt, ageMonths, customerFirstPaidAt, baseCents });
};

const sum = (rows: readonly { readonly amountCents: number }[]): number =>
  rows.reduce((total, { amountCents }) => total + amountCents, 0);

const byDate = (a: RefundFacts, b: RefundFacts): number =>
  a.refundedAt.getTime() - b.refundedAt.getTime() || (a.providerId < b.providerId ? -1 : 1);

/**
 * The entries that bring a payment's ledger to what its facts say, in the order to append them: its commission, an
 * adjustment where what was known earlier earned another sum, and each refund's negative share. None when it says so
 * already; afterwards the entries' sum is `commissionLeft`. An adjustment is dated `now`, the others by their event.
 */
export const dueEntries = (facts: PaymentFacts, now: Date): DueEntry[] => {
  if (facts.entries.length === 0 && !facts.isEligible) return [];
  const paidCents = facts.amountCents;
  const baseCents = paidCents - facts.taxCents;
  const { amountCents: earnedCents, rateBasisPoints, termsVersion } = earnedBy(facts, baseCents);
  const left = (refundedCents: number) =>
    commissionLeft({ baseCents, paidCents, refundedCents, rateBasisPoints });
  const base = (refundedCents: number) => refundedBase(baseCents, paidCents, refundedCents);
  const entry = (
    kind: EntryKind,
    source: string,
    amountCents: number,
    ofBase: number,
    occurredAt: Date,
  ): DueEntry => ({
    ...{ kind, source, amountCents, occurredAt, rateBasisPoints, termsVersion },
    baseCents: ofBase,
  });

  const isEntered = ({ providerId, kind }: RefundFacts) =>
    facts.entries.some((known) => known.kind === kind && known.source === providerId);
  let refunded = Math.min(paidCents, sum(facts.refunds.filter(isEntered)));
  const due: DueEntry[] = [];
  if (facts.entries.length === 0)
    due.push(entry('commission', facts.providerId, earnedCents, baseCents, facts.paidAt));
  else if (sum(facts.entries) !== left(refunded)) {
    const number = facts.entries.filter(({ kind }) => kind === 'adjustment').length + 1;
    const missing = left(refunded) - sum(facts.entries);
    const source = `${facts.providerId}#${String(number)}`;
    due.push(entry('adjustment', source, missing, baseCents - base(refunded), now));
  }
  for (const refund of facts.refunds.filter((made) => !isEntered(made)).sort(byDate)) {
    const next = Math.min(paidCents, refunded + refund.amountCents);
    const change = left(next) - left(refunded);
    due.push(entry(refund.kind, refund.providerId, change, base(next) - base(refunded), refund.refundedAt));
    refunded = next;
  }
  return due;
};
