import { describe, expect, test } from 'vitest';
import type { PaymentRow, PurchaseRow } from '../../../../../src/server/money/purchases/buyer-account.ts';
import { postCommission } from '../../../../../src/server/money/purchases/post-commission.ts';
import { buyerWith, day, payment, purchase } from './buyer-scene.ts';

const paid = (id: string, paidAt: Date, changes: Partial<PaymentRow> = {}): PaymentRow => ({
  ...payment,
  id,
  providerId: id,
  paidAt,
  customerFirstPaidAt: null,
  ...changes,
});

/** Returns the stored sequence of each payment, and whether it is a renewal. */
const placesOf = (payments: readonly PaymentRow[], changes: Partial<PurchaseRow> = {}) => {
  const row = { ...purchase, ...changes };
  const account = buyerWith({ purchases: [row], payments });
  return postCommission(account, row, day(20)).payments.map(({ id, sequence, isRenewal }) => [
    id,
    sequence,
    isRenewal,
  ]);
};

describe('the sequence of a payment', () => {
  const annual = { type: 'subscription', state: 'active', planId: 'annual' } as const;

  test('follows the dates: an earlier payment that is recorded late moves the later payments', () => {
    const later = [paid('second', day(5)), paid('first', day(2))];
    expect(placesOf(later, annual)).toEqual([
      ['second', 2, true],
      ['first', 1, false],
    ]);
  });

  test('counts refunded payments, but not declined payments', () => {
    const three = [
      paid('reversed', day(1), { state: 'reversed' }),
      paid('declined', day(2), { state: 'declined' }),
      paid('third', day(3)),
    ];
    expect(placesOf(three, annual)).toEqual([
      ['reversed', 1, false],
      ['declined', 2, true],
      ['third', 2, true],
    ]);
  });
});

test('a one-time payment of a customer who paid before is a renewal, the first payment of a subscription is not', () => {
  const earlier = { ...purchase, id: 'earlier', providerId: 'EARLIER' };
  const renewalsOf = (changes: Partial<PurchaseRow>) => {
    const row = { ...purchase, ...changes };
    const payments = [paid('one', day(1), { purchaseId: earlier.id }), paid('two', day(9))];
    const account = buyerWith({ purchases: [earlier, row], payments });
    return postCommission(account, row, day(20)).payments.map(({ isRenewal }) => isRenewal);
  };
  expect(renewalsOf({})).toEqual([false, true]);
  expect(renewalsOf({ type: 'subscription', state: 'active' })).toEqual([false, false]);
});
