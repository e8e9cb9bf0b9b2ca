import {
  type Commission,
  commissionFor,
  commissionLeft,
  currentAgeRule,
  paymentAgeMonths,
  refundedBase,
} from '../../shared/commission.ts';
import { byAdmin, type EntryKind } from '../../shared/explain-entry.ts';
import type { PlanType } from '../../shared/plans.ts';
import { termsAt } from '../../shared/program.ts';
import { stayingCents } from './counted-refunds.ts';

/** All that decides what a completed payment earns its affiliate, and what the ledger has of it. */
export interface PaymentFacts {
  readonly providerId: string;
  readonly type: PlanType;
  readonly paidAt: Date;
  readonly customerFirstPaidAt: Date;
  readonly purchaseFirstPaidAt: Date;
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
    readonly ageRule: number;
    readonly termsVersion?: string;
  }[];
}

interface RefundFacts {
  readonly providerId: string;
  readonly kind: 'refund' | 'reversal';
  readonly amountCents: number;
  readonly refundedAt: Date;
  /** What of it did not come again: a reversal is entered as it was, and the share of what was given back is added. */
  readonly staysCents: number;
}

export interface DueEntry {
  readonly kind: EntryKind;
  readonly source: string;
  readonly amountCents: number;
  readonly baseCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
  readonly ageRule: number;
  readonly occurredAt: Date;
}

/** What a payment earns by everything that is known now, before refunds; nothing where nobody was active. */
const earnedBy = (facts: PaymentFacts, baseCents: number, ageRule: number): Commission => {
  const paidAt = facts.paidAt.getTime();
  if (!facts.isEligible) return { amountCents: 0, rateBasisPoints: 0, termsVersion: termsAt(paidAt).version };
  const { type, sequence } = facts;
  const purchaseFirstPaidAt = Math.min(paidAt, facts.purchaseFirstPaidAt.getTime());
  const customerFirstPaidAt = Math.min(purchaseFirstPaidAt, facts.customerFirstPaidAt.getTime());
  const ageMonths = paymentAgeMonths({ type, sequence, customerFirstPaidAt, purchaseFirstPaidAt }, ageRule);
  return commissionFor({ paidAt, ageMonths, customerFirstPaidAt, baseCents });
};

const sum = (rows: readonly { readonly amountCents: number }[]): number =>
  rows.reduce((total, { amountCents }) => total + amountCents, 0);

/** What admins added to a payment's commission since it was last given to its affiliate. US cents. */
export const addedByAdmin = (entries: PaymentFacts['entries']): number =>
  sum(
    entries
      .slice(entries.findLastIndex(({ kind }) => kind === 'reattribution') + 1)
      .filter(({ kind, termsVersion }) => kind === 'adjustment' && termsVersion === byAdmin),
  );

const byDate = (a: RefundFacts, b: RefundFacts): number =>
  a.refundedAt.getTime() - b.refundedAt.getTime() || (a.providerId < b.providerId ? -1 : 1);

/** The age rule of the entries that stand; refunds may be another affiliate's. */
export const ageRuleOf = (entries: PaymentFacts['entries']): number =>
  entries.findLast(({ kind }) => kind !== 'refund' && kind !== 'reversal')?.ageRule ?? currentAgeRule;

/**
 * The entries that bring a payment's ledger to what its facts say, in the order to append them: its commission, an
 * adjustment where what was known earlier earned another sum (by the age rule of the entries that stand), each refund's
 * negative share, and an adjustment for what was given back of them. None when it says so already; afterwards the entries'
 * sum is `commissionLeft` and what admins added. An adjustment is dated
 * `now`, the others by their event.
 */
export const dueEntries = (
  facts: PaymentFacts,
  now: Date,
  ageRule = ageRuleOf(facts.entries),
): DueEntry[] => {
  if (facts.entries.length === 0 && !facts.isEligible) return [];
  const paidCents = facts.amountCents;
  const baseCents = paidCents - facts.taxCents;
  const { amountCents: earnedCents, rateBasisPoints, termsVersion } = earnedBy(facts, baseCents, ageRule);
  const addedCents = addedByAdmin(facts.entries);
  const left = (refundedCents: number) =>
    Math.min(
      earnedCents,
      commissionLeft({ baseCents, paidCents, refundedCents, rateBasisPoints }) + addedCents,
    );
  const base = (refundedCents: number) => refundedBase(baseCents, paidCents, refundedCents);
  const entry = (
    kind: EntryKind,
    source: string,
    amountCents: number,
    ofBase: number,
    occurredAt: Date,
  ): DueEntry => ({
    ...{ kind, source, amountCents, occurredAt, rateBasisPoints, termsVersion, ageRule },
    baseCents: ofBase,
  });

  const isEntered = ({ providerId, kind }: RefundFacts) =>
    facts.entries.some((known) => known.kind === kind && known.source === providerId);
  const due: DueEntry[] = [];
  const adjust = (missingCents: number, refundedCents: number) => {
    const number = [...facts.entries, ...due].filter(({ kind }) => kind === 'adjustment').length + 1;
    const source = `${facts.providerId}#${String(number)}`;
    due.push(entry('adjustment', source, missingCents, baseCents - base(refundedCents), now));
  };
  let taken = stayingCents(facts.refunds.filter(isEntered), paidCents);
  if (facts.entries.length === 0)
    due.push(entry('commission', facts.providerId, earnedCents, baseCents, facts.paidAt));
  else if (sum(facts.entries) !== left(taken)) adjust(left(taken) - sum(facts.entries), taken);
  for (const refund of facts.refunds.filter((made) => !isEntered(made)).sort(byDate)) {
    const next = Math.min(paidCents, taken + refund.amountCents);
    const change = left(next) - left(taken);
    due.push(entry(refund.kind, refund.providerId, change, base(next) - base(taken), refund.refundedAt));
    taken = next;
  }
  const away = stayingCents(facts.refunds, paidCents);
  if (left(away) !== left(taken)) adjust(left(away) - left(taken), away);
  return due;
};
