import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commissionFor, commissionRate, paymentAgeMonths } from '../../../src/shared/commission.ts';
import { randomRuns } from '../../seed.ts';

const at = (text: string): number => Date.parse(text);

const subscription = (sequence: number) =>
  paymentAgeMonths({ type: 'subscription', sequence, customerFirstPaidAt: 0, purchaseFirstPaidAt: 0 });

const oneTime = (first: string, paid: string) =>
  paymentAgeMonths({
    type: 'one-time',
    customerFirstPaidAt: at(first),
    purchaseFirstPaidAt: at(paid),
    sequence: 1,
  });

describe('commission', () => {
  it('pays 25% in the year 2025 anywhere on Earth, to the second', () => {
    const rate = (moment: string) =>
      commissionRate({ paidAt: at(moment), customerFirstPaidAt: at(moment), ageMonths: 0 });
    expect(rate('2024-12-31T09:59:59Z')).toBe(1_000);
    expect(rate('2024-12-31T10:00:00Z')).toBe(2_500);
    expect(rate('2026-01-01T11:59:59Z')).toBe(2_500);
    expect(rate('2026-01-01T12:00:00Z')).toBe(1_000);
  });

  it('pays 12.50 for an annual subscription in 2025, and 5.00 for its renewal in 2026', () => {
    const first = at('2025-03-01T00:00:00Z');
    const payment = { customerFirstPaidAt: first, baseCents: 49_99 };
    expect(commissionFor({ ...payment, paidAt: first, ageMonths: subscription(1) }).amountCents).toBe(12_50);
    const early = at('2026-02-28T20:00:00Z');
    expect(commissionFor({ ...payment, paidAt: early, ageMonths: subscription(2) }).amountCents).toBe(5_00);
  });

  it('keeps 25% for a 2025 customer whose next purchase falls in the first 12 months', () => {
    const first = '2025-06-10T00:00:00Z';
    const rate = (paid: string) =>
      commissionRate({ paidAt: at(paid), customerFirstPaidAt: at(first), ageMonths: oneTime(first, paid) });
    expect(rate('2026-06-09T23:59:59Z')).toBe(2_500);
    expect(rate('2026-06-10T00:00:00Z')).toBe(1_000);
  });

  it('pays 25% for every payment in 2025, even of an older customer', () => {
    const [customerFirstPaidAt, paidAt] = [at('2023-10-15T08:00:00Z'), at('2025-10-15T09:00:00Z')];
    expect(commissionRate({ customerFirstPaidAt, paidAt, ageMonths: subscription(3) })).toBe(2_500);
  });

  it('counts a new subscription of an old customer from the customer’s first payment, and adds a year for each renewal', () => {
    const first = at('2025-06-10T00:00:00Z');
    const pay = (begun: string, sequence = 1, rule?: number) => {
      const purchase = { customerFirstPaidAt: first, purchaseFirstPaidAt: at(begun) };
      const ageMonths = paymentAgeMonths({ type: 'subscription', sequence, ...purchase }, rule);
      const paidAt = at(begun) + (sequence - 1) * 365 * 24 * 3_600_000;
      return commissionFor({ customerFirstPaidAt: first, paidAt, ageMonths, baseCents: 49_99 }).amountCents;
    };
    expect([pay('2026-03-01T00:00:00Z'), pay('2026-03-01T00:00:00Z', 2)]).toEqual([12_50, 5_00]);
    expect([pay('2026-06-09T23:59:59Z'), pay('2026-06-10T00:00:00Z')]).toEqual([12_50, 5_00]);
    expect(pay('2031-06-01T00:00:00Z')).toBe(5_00);
    expect(pay('2031-06-01T00:00:00Z', 1, 1), 'an entry that stands').toBe(12_50);
  });

  it('pays 15.00 for Basic in 2025 and 6.00 afterwards', () => {
    const pay = (moment: string) =>
      commissionFor({ paidAt: at(moment), customerFirstPaidAt: at(moment), ageMonths: 0, baseCents: 59_99 });
    expect(pay('2025-08-15T00:00:00Z').amountCents).toBe(15_00);
    expect(pay('2026-08-15T00:00:00Z').amountCents).toBe(6_00);
  });

  it('counts whole calendar months, with short months ending on their last day', () => {
    expect(oneTime('2025-01-31T12:00:00Z', '2025-02-28T11:59:59Z')).toBe(0);
    expect(oneTime('2025-01-31T12:00:00Z', '2025-02-28T12:00:00Z')).toBe(1);
    expect(oneTime('2025-08-15T00:00:00Z', '2026-08-14T23:59:59Z')).toBe(11);
    expect(oneTime('2024-02-29T00:00:00Z', '2025-02-28T00:00:00Z')).toBe(12);
    expect(oneTime('2025-08-15T00:00:00Z', '2025-08-01T00:00:00Z')).toBe(0);
  });

  it('never counts a renewal to the first 12 months, on any dates', () => {
    const hour = 3_600_000;
    const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2034, 0) });
    fc.assert(
      fc.property(moments, fc.nat(8 * 365 * 24), fc.integer({ min: 2, max: 9 }), (first, later, sequence) => {
        const dates = { customerFirstPaidAt: first, purchaseFirstPaidAt: first + later * hour };
        expect(paymentAgeMonths({ type: 'subscription', sequence, ...dates })).toBeGreaterThanOrEqual(12);
      }),
      randomRuns(200, 20_000),
    );
  });
});
