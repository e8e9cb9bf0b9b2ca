import { missingEntries, type LedgerFacts } from '../../../../../src/server/money/ledger/missing-entries.ts';

export const now = new Date('2026-11-01T00:00:00Z');

export const payment: LedgerFacts = {
  providerId: 'PAID',
  type: 'subscription',
  paidAt: new Date('2025-09-01T00:00:00Z'),
  customerFirstPaidAt: new Date('2025-09-01T00:00:00Z'),
  purchaseFirstPaidAt: new Date('2025-09-01T00:00:00Z'),
  sequence: 1,
  amountCents: 49_99,
  taxCents: 0,
  isEligible: true,
  refunds: [],
  entries: [],
};

export const refund = (providerId: string, amountCents: number, at = '2025-10-01T00:00:00Z') => ({
  providerId,
  kind: 'refund' as const,
  amountCents,
  refundedAt: new Date(at),
  netCents: amountCents,
});

/** Appends the missing entries to the facts. Returns these entries as `newEntries`, and the facts with them. */
export const appendMissingEntries = (facts: LedgerFacts) => {
  const newEntries = missingEntries(facts, now);
  return { newEntries, facts: { ...facts, entries: [...facts.entries, ...newEntries] } };
};

export const total = (entries: LedgerFacts['entries']) =>
  entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
