import { expect, test } from 'vitest';
import { paidUntil } from '../../../src/shared/paid-until.ts';

const paid = (paid_at: string, refunded_cents = 0, state = 'completed') => ({
  paid_at,
  refunded_cents,
  state,
  amount_cents: 49_99,
});

const onTime = paid('2024-11-03T10:00:00.000Z');
const fiveDaysLate = paid('2025-11-08T10:00:00.000Z');

test.each<[string, Parameters<typeof paidUntil>, string | null]>([
  ['a year after the payment without PayPal’s date', [[onTime]], '2025-11-03T10:00:00.000Z'],
  [
    'on PayPal’s next payment after a renewal that was paid five days late',
    [[onTime, fiveDaysLate], '2026-11-03T10:00:00.000Z'],
    '2026-11-03T10:00:00.000Z',
  ],
  [
    'a year after the year before, for a second year bought early',
    [[onTime], null, '2025-06-01T10:00:00.000Z'],
    '2026-06-01T10:00:00.000Z',
  ],
  [
    'a year after the payment, for a second year bought late',
    [[onTime], null, '2023-06-01T10:00:00.000Z'],
    '2025-11-03T10:00:00.000Z',
  ],
  [
    'with the year if PayPal skipped a payment that failed',
    [[onTime], '2026-11-03T10:00:00.000Z'],
    '2025-11-03T10:00:00.000Z',
  ],
  [
    'with the year if PayPal’s date is older than the payment',
    [[fiveDaysLate], '2025-11-03T10:00:00.000Z'],
    '2026-11-08T10:00:00.000Z',
  ],
  [
    'with the year before, if the last payment went back',
    [[onTime, paid('2025-11-08T10:00:00.000Z', 49_99)], '2026-11-03T10:00:00.000Z'],
    '2025-11-03T10:00:00.000Z',
  ],
  [
    'on PayPal’s day for a payment on a leap day',
    [[paid('2028-02-29T23:30:00.000Z')], '2029-02-28T10:00:00Z'],
    '2029-02-28T10:00:00.000Z',
  ],
  ['nowhere without a completed payment', [[paid('2025-11-08T10:00:00.000Z', 0, 'pending')]], null],
])('the paid time ends %s', (_case, input, end) => {
  expect(paidUntil(...input)).toBe(end);
});
