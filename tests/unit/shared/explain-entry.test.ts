import { expect, test } from 'vitest';
import { explainEntry } from '../../../src/shared/explain-entry.ts';

const entry = {
  kind: 'commission',
  amountCents: 12_50,
  baseCents: 49_99,
  rateBasisPoints: 2_500,
  termsVersion: '2025-08',
  isRenewal: false,
  paidAt: '2025-08-15T09:30:00.000Z',
} as const;

test.each([
  [entry, '25% of $49.99 (first payment)'],
  [{ ...entry, amountCents: 5_00, rateBasisPoints: 1_000, isRenewal: true }, '10% of $49.99 (renewal)'],
  [
    { ...entry, kind: 'refund', amountCents: -5_00, baseCents: 20_00 },
    '25% of $20.00 refunded (first payment on 8/15/2025)',
  ],
  [
    { ...entry, kind: 'reversal', amountCents: -2_49, baseCents: 10_00 },
    '25% of $10.00 reversed, adjusted for rounding across refunds (first payment on 8/15/2025)',
  ],
  [
    { ...entry, kind: 'adjustment', amountCents: 7_50 },
    'Brings the commission to 25% of $49.99 (first payment on 8/15/2025)',
  ],
  [
    { ...entry, kind: 'adjustment', amountCents: 5_00, baseCents: 0, termsVersion: 'admin' },
    'Added by an admin (payment on 8/15/2025)',
  ],
  [
    { ...entry, kind: 'adjustment', amountCents: -5_00, baseCents: 0, termsVersion: 'admin' },
    'Taken back by an admin (payment on 8/15/2025)',
  ],
  [
    { ...entry, kind: 'reattribution', amountCents: -12_50, rateBasisPoints: 1_250 },
    'Purchase moved from this affiliate: 12.5% of $49.99 (first payment on 8/15/2025)',
  ],
  [
    { ...entry, kind: 'reattribution', paidAt: null },
    'Purchase moved to this affiliate: 25% of $49.99 (first payment)',
  ],
] as const)('explainEntry explains the entry of case %#', (changedEntry, words) => {
  expect(explainEntry(changedEntry)).toBe(words);
});
