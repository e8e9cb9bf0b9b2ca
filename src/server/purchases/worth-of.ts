import { ageRuleOf, dueEntries, type PaymentFacts } from './due-entries.ts';

/** What a payment is worth to whoever has it, and by which terms. Cents; the rate in basis points. */
export interface Worth {
  readonly amountCents: number;
  /** What is left of the base after the refunds that are entered. */
  readonly baseCents: number;
  readonly rateBasisPoints: number;
  readonly termsVersion: string;
  readonly ageRule: number;
}

/** The share of a payment by the terms and the age rule of the entries that stand, whoever was active then, after the refunds that the ledger has entered and that stay. */
export const worthOf = (facts: PaymentFacts, now: Date): Worth => {
  const refunds = facts.refunds
    .filter(({ kind, providerId }) =>
      facts.entries.some((entry) => entry.kind === kind && entry.source === providerId),
    )
    .map((refund) => ({ ...refund, amountCents: refund.staysCents }));
  const asNew = { ...facts, isEligible: true, refunds, entries: [] };
  const [whole, ...back] = dueEntries(asNew, now, ageRuleOf(facts.entries));
  if (!whole) throw new Error('A payment that counts has a commission.');
  const { rateBasisPoints, termsVersion, ageRule } = whole;
  return {
    rateBasisPoints,
    termsVersion,
    ageRule,
    amountCents: back.reduce((sum, { amountCents }) => sum + amountCents, whole.amountCents),
    baseCents: back.reduce((sum, { baseCents }) => sum - baseCents, whole.baseCents),
  };
};
