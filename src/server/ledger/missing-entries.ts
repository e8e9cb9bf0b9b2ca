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

/** The facts that decide how much a completed payment earns its affiliate, and its ledger entries. */
export interface LedgerFacts {
  readonly providerId: string;
  readonly type: PlanType;
  readonly paidAt: Date;
  readonly customerFirstPaidAt: Date;
  readonly purchaseFirstPaidAt: Date;
  /** The place among the purchase's payments by date, from 1. */
  readonly sequence: number;
  readonly amountCents: number;
  readonly taxCents: number;
  /** True if the affiliate was active when the payment was made. */
  readonly isEligible: boolean;
  readonly refunds: readonly RefundFacts[];
  /** The ledger entries of this payment and affiliate, oldest first. */
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
  /** The part that did not come back. A reversal is entered in full, and the share of what came back is added. */
  readonly staysCents: number;
}

export interface LedgerEntry {
  readonly kind: EntryKind;
  readonly source: string;
  readonly amountCents: number;
  readonly baseCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
  readonly ageRule: number;
  readonly occurredAt: Date;
}

/**
 * Returns the entries that bring a payment's ledger to what its facts say, in the order to append them: the commission; an
 * adjustment if earlier facts earned another sum; the negative share of each refund; an adjustment for what came back.
 * Idempotent: afterwards the entries add up to `commissionLeft` plus what admins added. An adjustment is dated `now`, every
 * other entry by its event.
 */
export function missingEntries(
  facts: LedgerFacts,
  now: Date,
  ageRule = currentRuleOf(facts.entries),
): LedgerEntry[] {
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
    entryBaseCents: number,
    occurredAt: Date,
  ): LedgerEntry => ({
    ...{ kind, source, amountCents, occurredAt, rateBasisPoints, termsVersion, ageRule },
    baseCents: entryBaseCents,
  });

  const isEntered = ({ providerId, kind }: RefundFacts) =>
    facts.entries.some((known) => known.kind === kind && known.source === providerId);
  const missing: LedgerEntry[] = [];
  const adjust = (missingCents: number, refundedCents: number) => {
    const number = [...facts.entries, ...missing].filter(({ kind }) => kind === 'adjustment').length + 1;
    const source = `${facts.providerId}#${String(number)}`;
    missing.push(entry('adjustment', source, missingCents, baseCents - base(refundedCents), now));
  };
  let taken = returnedCents(facts.refunds.filter(isEntered), paidCents);
  if (facts.entries.length === 0)
    missing.push(entry('commission', facts.providerId, earnedCents, baseCents, facts.paidAt));
  else if (sum(facts.entries) !== left(taken)) adjust(left(taken) - sum(facts.entries), taken);
  for (const refund of facts.refunds.filter((made) => !isEntered(made)).sort(byDate)) {
    const next = Math.min(paidCents, taken + refund.amountCents);
    const change = left(next) - left(taken);
    missing.push(entry(refund.kind, refund.providerId, change, base(next) - base(taken), refund.refundedAt));
    taken = next;
  }
  const returned = returnedCents(facts.refunds, paidCents);
  if (left(returned) !== left(taken)) adjust(left(returned) - left(taken), returned);
  return missing;
}

/** The commission of a payment for any owner. Cents; the rate in basis points. */
export interface NetCommission {
  readonly amountCents: number;
  /** The base that is left after the refunds that are entered. */
  readonly baseCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
  readonly ageRule: number;
}

/**
 * Returns the commission that a payment is worth to any owner, active or not, by the terms and age rule of its entries, less
 * the refunds that the ledger has entered and that stay.
 */
export function netCommission(facts: LedgerFacts, now: Date): NetCommission {
  const refunds = facts.refunds
    .filter(({ kind, providerId }) =>
      facts.entries.some((entry) => entry.kind === kind && entry.source === providerId),
    )
    .map((refund) => ({ ...refund, amountCents: refund.staysCents }));
  const asNew = { ...facts, isEligible: true, refunds, entries: [] };
  const [whole, ...returns] = missingEntries(asNew, now, currentRuleOf(facts.entries));
  if (!whole) throw new Error('A payment that counts has a commission.');
  const { rateBasisPoints, termsVersion, ageRule } = whole;
  return {
    rateBasisPoints,
    termsVersion,
    ageRule,
    amountCents: returns.reduce((total, { amountCents }) => total + amountCents, whole.amountCents),
    baseCents: returns.reduce((total, { baseCents }) => total - baseCents, whole.baseCents),
  };
}

/** Returns the part of a payment that these refunds took for good, at most the amount paid. US cents. */
export function returnedCents(
  refunds: readonly Pick<RefundFacts, 'staysCents'>[],
  paidCents: number,
): number {
  return Math.min(
    paidCents,
    refunds.reduce((total, { staysCents }) => total + staysCents, 0),
  );
}

/** Returns the sum that admins added to the commission since the last re-attribution. US cents. */
export function addedByAdmin(entries: LedgerFacts['entries']): number {
  const current = entries.slice(entries.findLastIndex(({ kind }) => kind === 'reattribution') + 1);
  return sum(current.filter(({ kind, termsVersion }) => kind === 'adjustment' && termsVersion === byAdmin));
}

/** The commission before refunds, by everything that is known now. Nothing if the affiliate was not active. */
function earnedBy(facts: LedgerFacts, baseCents: number, ageRule: number): Commission {
  const paidAt = facts.paidAt.getTime();
  if (!facts.isEligible) return { amountCents: 0, rateBasisPoints: 0, termsVersion: termsAt(paidAt).version };
  const { type, sequence } = facts;
  const purchaseFirstPaidAt = Math.min(paidAt, facts.purchaseFirstPaidAt.getTime());
  const customerFirstPaidAt = Math.min(purchaseFirstPaidAt, facts.customerFirstPaidAt.getTime());
  const ageMonths = paymentAgeMonths({ type, sequence, customerFirstPaidAt, purchaseFirstPaidAt }, ageRule);
  return commissionFor({ paidAt, ageMonths, customerFirstPaidAt, baseCents });
}

/** The age rule of the affiliate's entries. Refunds may be another affiliate's. */
function currentRuleOf(entries: LedgerFacts['entries']): number {
  return entries.findLast(({ kind }) => kind !== 'refund' && kind !== 'reversal')?.ageRule ?? currentAgeRule;
}

function sum(rows: readonly { readonly amountCents: number }[]): number {
  return rows.reduce((total, { amountCents }) => total + amountCents, 0);
}

function byDate(a: RefundFacts, b: RefundFacts): number {
  return a.refundedAt.getTime() - b.refundedAt.getTime() || (a.providerId < b.providerId ? -1 : 1);
}
