import { describe, expect, test } from 'vitest';
import type { PaymentRow } from '../../../../../src/server/money/purchases/buyer-account.ts';
import { applyPayments } from '../../../../../src/server/money/purchases/apply-provider-state.ts';
import type { CompletionEvent } from '../../../../../src/server/money/purchases/provider-purchase.ts';
import type { ProviderPayment } from '../../../../../src/server/frame/context/paypal.ts';
import { buyerWith, day, payment, providerPayment, purchase } from './buyer-scene.ts';

describe('a payment', () => {
  const listed = (state: ProviderPayment['state'], id = 'PAID') =>
    providerPayment({ id, state, taxCents: 4_99, paidAt: day(5) });
  const apply = (
    rows: readonly PaymentRow[],
    current: ProviderPayment,
    completion: CompletionEvent | null = null,
  ): readonly PaymentRow[] =>
    applyPayments(buyerWith({ payments: rows }), purchase, [current], completion ? [completion] : [])
      .payments;

  test('that was pending gets PayPal’s state and date', () => {
    const pending = { ...payment, state: 'pending' as const };
    expect(apply([pending], listed('completed'))).toEqual([{ ...payment, paidAt: day(5) }]);
    expect(apply([pending], listed('declined'))).toMatchObject([{ state: 'declined' }]);
  });

  test('that was declined changes only if PayPal shows it as completed', () => {
    const declined = { ...payment, state: 'declined' as const };
    expect(apply([declined], listed('completed'))).toMatchObject([{ state: 'completed' }]);
    expect(apply([declined], listed('pending'))).toEqual([declined]);
  });

  test.each(['completed', 'reversed'] as const)('that is %s does not change', (state) => {
    const row = { ...payment, state };
    for (const listedState of ['completed', 'pending', 'declined'] as const)
      expect(apply([row], listed(listedState))).toEqual([row]);
  });

  test('is inserted unless it is declined', () => {
    expect(apply([], listed('declined'))).toEqual([]);
    expect(apply([], listed('completed'))).toMatchObject([
      { sequence: 1, refundedCents: 0, taxCents: 4_99, paidAt: day(5), customerFirstPaidAt: null },
    ]);
  });

  test('is dated by the event of its completion', () => {
    const completion = { paymentId: 'PAID', at: day(3), isAnnounced: false };
    expect(apply([], listed('completed'), completion)).toMatchObject([{ paidAt: day(3) }]);
    expect(apply([], listed('completed', 'NEW'), completion)).toMatchObject([{ paidAt: day(5) }]);
  });

  test('whose date is corrected clears each customerFirstPaidAt that came from the wrong date, of this buyer only', () => {
    const earlier = (id: string, purchaseId: string, first: Date): PaymentRow => ({
      ...payment,
      id,
      purchaseId,
      providerId: id,
      customerFirstPaidAt: first,
    });
    const rows = [
      payment,
      earlier('later', purchase.id, day(1)),
      earlier('older', purchase.id, day(2)),
      earlier('stranger', 'another', day(1)),
    ];
    const completion = { paymentId: 'PAID', at: day(4), isAnnounced: true };
    const dates = apply(rows, listed('completed'), completion).map((row) => [
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
    expect(apply(rows, listed('completed'), { ...completion, at: day(1) })).toEqual(rows);
  });
});
