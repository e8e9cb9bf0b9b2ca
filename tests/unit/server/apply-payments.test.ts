import { describe, expect, test } from 'vitest';
import type { PaymentRow, RefundRow } from '../../../src/server/purchases/buyer-account.ts';
import { applyPayments } from '../../../src/server/purchases/apply-provider-state.ts';
import { applyRefund } from '../../../src/server/purchases/refunds-and-disputes.ts';
import type { CompletionEvent, EventDetails } from '../../../src/server/purchases/provider-purchase.ts';
import type { ProviderPayment } from '../../../src/server/paypal/paypal.ts';
import { buyerWith, day, payment, purchase, refund } from './buyer-scene.ts';

describe('a payment', () => {
  const found = (state: ProviderPayment['state'], id = 'PAID'): ProviderPayment => ({
    ...{ id, state, amount: { cents: 59_99, currency: 'USD' }, taxCents: 4_99 },
    ...{ paidAt: day(5), isDateUnsure: false },
  });
  const keep = (
    rows: readonly PaymentRow[],
    told: ProviderPayment,
    completion: CompletionEvent | null = null,
  ): readonly PaymentRow[] =>
    applyPayments(buyerWith({ payments: rows }), purchase, [told], completion ? [completion] : []).payments;

  test('that was pending follows PayPal, with its date', () => {
    const pending = { ...payment, state: 'pending' as const };
    expect(keep([pending], found('completed'))).toEqual([{ ...payment, paidAt: day(5) }]);
    expect(keep([pending], found('declined'))).toMatchObject([{ state: 'declined' }]);
  });

  test('that was declined follows PayPal once it is completed', () => {
    const declined = { ...payment, state: 'declined' as const };
    expect(keep([declined], found('completed'))).toMatchObject([{ state: 'completed' }]);
    expect(keep([declined], found('pending'))).toEqual([declined]);
  });

  test.each(['completed', 'reversed'] as const)('that is %s stays what it is', (state) => {
    const row = { ...payment, state };
    for (const told of ['completed', 'pending', 'declined'] as const)
      expect(keep([row], found(told))).toEqual([row]);
  });

  test('is inserted unless it was declined', () => {
    expect(keep([], found('declined'))).toEqual([]);
    expect(keep([], found('completed'))).toMatchObject([
      { sequence: 1, refundedCents: 0, taxCents: 4_99, paidAt: day(5), customerFirstPaidAt: null },
    ]);
  });

  test('is dated by the event of its completion', () => {
    const completion = { paymentId: 'PAID', at: day(3), isAnnounced: false };
    expect(keep([], found('completed'), completion)).toMatchObject([{ paidAt: day(3) }]);
    expect(keep([], found('completed', 'NEW'), completion)).toMatchObject([{ paidAt: day(5) }]);
  });

  test('whose date was wrong clears the first dates that came from it, of this buyer only', () => {
    const taken = (id: string, purchaseId: string, first: Date): PaymentRow => ({
      ...{ ...payment, id, purchaseId, providerId: id },
      customerFirstPaidAt: first,
    });
    const rows = [
      payment,
      taken('later', purchase.id, day(1)),
      taken('older', purchase.id, day(2)),
      taken('stranger', 'another', day(1)),
    ];
    const told = { paymentId: 'PAID', at: day(4), isAnnounced: true };
    const dates = keep(rows, found('completed'), told).map((row) => [
      row.id,
      row.paidAt,
      row.customerFirstPaidAt,
    ]);
    expect(dates).toEqual([
      ['payment', day(4), null],
      ['later', day(1), null],
      ['older', day(1), day(2)],
      ['stranger', day(1), day(1)],
    ]);
    expect(keep(rows, found('completed'), { ...told, at: day(1) })).toEqual(rows);
  });
});

describe('a refund', () => {
  const told = (now: Partial<NonNullable<EventDetails['refund']>> = {}): EventDetails['refund'] => ({
    ...{ id: 'R', state: 'completed', kind: 'refund', paymentId: 'PAID', refundedAt: day(3) },
    amount: { cents: 20_00, currency: 'USD' },
    ...now,
  });
  const keep = (refunds: readonly RefundRow[], news: EventDetails['refund'], row: PaymentRow = payment) =>
    applyRefund(buyerWith({ refunds, payments: [row] }), purchase, news);
  const reversal = (cents: number) => told({ kind: 'reversal', amount: { cents, currency: 'USD' } });

  test('is recorded once, and adds up to at most the payment', () => {
    const { refunds, payments } = keep([], told());
    expect([refunds.length, payments]).toEqual([1, [{ ...payment, refundedCents: 20_00 }]]);
    const again = keep(refunds, told(), payments[0]);
    expect([again.refunds, again.payments]).toEqual([refunds, payments]);
    const before = [refund('R1', 'refund', 50_00, day(2))];
    expect(keep(before, told()).payments).toMatchObject([{ refundedCents: 59_99, state: 'completed' }]);
    expect(
      keep([{ ...refund('R1', 'refund', 50_00, day(2)), paymentId: 'another' }], told()).payments,
    ).toEqual(payments);
  });

  test.each([
    ['is not complete', told({ state: 'pending' })],
    ['is of another payment', told({ paymentId: 'OTHER' })],
    ['is nothing', told({ amount: { cents: 0, currency: 'USD' } })],
    ['nobody told of', undefined],
  ])('changes nothing if it %s', (_what, news) => {
    const buyer = buyerWith();
    expect(applyRefund(buyer, purchase, news)).toBe(buyer);
  });

  test('is refused in another currency', () => {
    expect(() => keep([], told({ amount: { cents: 20_00, currency: 'EUR' } }))).toThrow('does not match');
  });

  test('reverses a payment once all of it is back, at least partly by a reversal', () => {
    const stateOf = (...kept: Parameters<typeof keep>) => keep(...kept).payments[0]?.state;
    const part = [refund('R1', 'refund', 20_00, day(2))];
    expect(stateOf([], reversal(59_98))).toBe('completed');
    expect(stateOf([], reversal(59_99))).toBe('reversed');
    expect(stateOf(part, reversal(39_99))).toBe('reversed');
    expect(stateOf([refund('B1', 'reversal', 39_99, day(2))], told())).toBe('reversed');
    expect(stateOf([refund('R1', 'refund', 39_99, day(2))], told())).toBe('completed');
    expect(stateOf([], reversal(59_99), { ...payment, state: 'pending' })).toBe('pending');
  });
});
