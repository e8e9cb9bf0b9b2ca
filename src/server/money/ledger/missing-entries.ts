import {
  type Commission,
  commissionFor,
  commissionLeft,
  currentAgeRule,
  paymentAgeMonths,
  refundedBase,
} from '../../../shared/commission.ts';
import { byAdmin, type EntryKind } from '../../../shared/explain-entry.ts';
import type { PlanType } from '../../../shared/plans.ts';
import { termsAt } from '../../../shared/program.ts';

/** The facts that decide how much a payment earns its affiliate, and its ledger entries so far. */
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
  /** True if the affiliate was active when the payment was made, or got the payment by a re-attribution. */
  readonly isEligible: boolean;
  readonly refunds: readonly RefundFacts[];
  /** The ledger entries of this payment and affiliate, oldest first, and other affiliates' refunds with the amount 0. */
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
  /** The amount less the part of a reversal that PayPal gave back. The ledger has the full reversal, and then an adjustment. */
  readonly netCents: number;
}

export interface MissingEntry {
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
 * Returns the entries that a payment's ledger lacks, in the order to append them:
 *
 * - the commission
 * - an adjustment if the ledger's entries add up to another sum, because they were written from older facts
 * - the negative share of each refund
 * - an adjustment for reversals that PayPal gave back
 *
 * None of them is 0, such as the share of a refund of one cent. Idempotent: once they are appended, the entries add up to
 * `commissionLeft` plus the admins' adjustments, and no entry is missing. An adjustment has the date `now`. Every other entry has
 * the date of its payment or refund.
 */
export function missingEntries(
  facts: LedgerFacts,
  now: Date,
  ageRule = ageRuleOf(facts.entries),
): MissingEntry[] {
  if (facts.entries.length === 0 && !facts.isEligible) return [];
  const paidCents = facts.amountCents;
  const baseCents = paidCents - facts.taxCents;
  const {
    amountCents: earnedCents,
    rateBasisPoints,
    termsVersion,
  } = grossCommission(facts, baseCents, ageRule);
  const adminCents = adminAdjustments(facts.entries);
  /** Returns the commission that remains once this amount is refunded. */
  const remainingCents = (refundedCents: number) =>
    Math.min(
      earnedCents,
      commissionLeft({ baseCents, paidCents, refundedCents, rateBasisPoints }) + adminCents,
    );
  const refundBase = (refundedCents: number) => refundedBase(baseCents, paidCents, refundedCents);
  const missing: MissingEntry[] = [];
  const add = (
    kind: EntryKind,
    source: string,
    amountCents: number,
    entryBaseCents: number,
    occurredAt: Date,
  ) => {
    if (amountCents === 0) return;
    missing.push({
      kind,
      source,
      amountCents,
      occurredAt,
      rateBasisPoints,
      termsVersion,
      ageRule,
      baseCents: entryBaseCents,
    });
  };
  const adjust = (missingCents: number, refundedCents: number) => {
    const number = [...facts.entries, ...missing].filter(({ kind }) => kind === 'adjustment').length + 1;
    const source = `${facts.providerId}#${String(number)}`;
    add('adjustment', source, missingCents, baseCents - refundBase(refundedCents), now);
  };
  const enteredRefunds = findEnteredRefunds(facts, remainingCents);
  let enteredRefundCents = netRefundedCents(enteredRefunds, paidCents);
  if (facts.entries.length === 0) add('commission', facts.providerId, earnedCents, baseCents, facts.paidAt);
  else adjust(remainingCents(enteredRefundCents) - sum(facts.entries), enteredRefundCents);
  for (const refund of facts.refunds.filter((refund) => !enteredRefunds.includes(refund)).sort(byDate)) {
    const totalRefundCents = Math.min(paidCents, enteredRefundCents + refund.amountCents);
    const amountCents = remainingCents(totalRefundCents) - remainingCents(enteredRefundCents);
    const refundBaseCents = refundBase(totalRefundCents) - refundBase(enteredRefundCents);
    add(refund.kind, refund.providerId, amountCents, refundBaseCents, refund.refundedAt);
    enteredRefundCents = totalRefundCents;
  }
  const allRefundCents = netRefundedCents(facts.refunds, paidCents);
  adjust(remainingCents(allRefundCents) - remainingCents(enteredRefundCents), allRefundCents);
  return missing;
}

/**
 * Returns the refunds that the ledger's sum contains: those with an entry, and as many of the others, smallest first, as fit the
 * sum. The share of the others was 0 when they arrived, so they have no entry.
 */
function findEnteredRefunds(
  { entries, refunds, amountCents: paidCents }: LedgerFacts,
  remainingCents: (refundedCents: number) => number,
): readonly RefundFacts[] {
  const withEntry = refunds.filter((refund) => hasEntry(entries, refund));
  if (entries.length === 0) return withEntry;
  const others = refunds
    .filter((refund) => !withEntry.includes(refund))
    .sort((a, b) => a.amountCents - b.amountCents);
  for (let count = others.length; count > 0; count -= 1) {
    const entered = [...withEntry, ...others.slice(0, count)];
    if (sum(entries) === remainingCents(netRefundedCents(entered, paidCents))) return entered;
  }
  return withEntry;
}

function hasEntry(entries: LedgerFacts['entries'], { providerId, kind }: RefundFacts): boolean {
  return entries.some((entry) => entry.kind === kind && entry.source === providerId);
}

/** The commission of a payment less refunds. US cents; the rate in basis points. */
export interface NetCommission {
  readonly amountCents: number;
  /** The base less the base of the refunds. */
  readonly baseCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
  readonly ageRule: number;
}

/**
 * Returns the commission that a payment is worth to its owner, even if the owner was not active: by the age rule of the payment's
 * entries, and less the net amounts of the refunds that have entries.
 */
export function netCommission(facts: LedgerFacts): NetCommission {
  const paidCents = facts.amountCents;
  const baseCents = paidCents - facts.taxCents;
  const ageRule = ageRuleOf(facts.entries);
  const { rateBasisPoints, termsVersion } = grossCommission(
    { ...facts, isEligible: true },
    baseCents,
    ageRule,
  );
  const refunds = facts.refunds.filter((refund) => hasEntry(facts.entries, refund));
  const refundedCents = netRefundedCents(refunds, paidCents);
  return {
    rateBasisPoints,
    termsVersion,
    ageRule,
    amountCents: commissionLeft({ baseCents, paidCents, refundedCents, rateBasisPoints }),
    baseCents: baseCents - refundedBase(baseCents, paidCents, refundedCents),
  };
}

/** Returns the sum of the refunds' net amounts, at most the amount paid. US cents. */
export function netRefundedCents(
  refunds: readonly Pick<RefundFacts, 'netCents'>[],
  paidCents: number,
): number {
  return Math.min(
    paidCents,
    refunds.reduce((total, { netCents }) => total + netCents, 0),
  );
}

/** Returns the sum of the admins' adjustments since the last re-attribution. US cents. */
export function adminAdjustments(entries: LedgerFacts['entries']): number {
  const current = entries.slice(entries.findLastIndex(({ kind }) => kind === 'reattribution') + 1);
  return sum(current.filter(({ kind, termsVersion }) => kind === 'adjustment' && termsVersion === byAdmin));
}

/** Returns the commission before refunds and adjustments. It is 0 if the payment is not eligible. */
function grossCommission(facts: LedgerFacts, baseCents: number, ageRule: number): Commission {
  const paidAt = facts.paidAt.getTime();
  if (!facts.isEligible) return { amountCents: 0, rateBasisPoints: 0, termsVersion: termsAt(paidAt).version };
  const { type, sequence } = facts;
  const purchaseFirstPaidAt = Math.min(paidAt, facts.purchaseFirstPaidAt.getTime());
  const customerFirstPaidAt = Math.min(purchaseFirstPaidAt, facts.customerFirstPaidAt.getTime());
  const ageMonths = paymentAgeMonths({ type, sequence, customerFirstPaidAt, purchaseFirstPaidAt }, ageRule);
  return commissionFor({ paidAt, ageMonths, customerFirstPaidAt, baseCents });
}

/** Returns the age rule of the affiliate's own entries. Refunds may be entries of another affiliate. */
function ageRuleOf(entries: LedgerFacts['entries']): number {
  return entries.findLast(({ kind }) => kind !== 'refund' && kind !== 'reversal')?.ageRule ?? currentAgeRule;
}

function sum(rows: readonly { readonly amountCents: number }[]): number {
  return rows.reduce((total, { amountCents }) => total + amountCents, 0);
}

function byDate(a: RefundFacts, b: RefundFacts): number {
  return a.refundedAt.getTime() - b.refundedAt.getTime() || (a.providerId < b.providerId ? -1 : 1);
}
