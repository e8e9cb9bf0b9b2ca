import { expect, test } from 'vitest';
import type { BuyerAccount } from '../../../../../src/server/money/purchases/buyer-account.ts';
import { applyRefund } from '../../../../../src/server/money/purchases/refunds-and-disputes.ts';
import type { EventDetails } from '../../../../../src/server/money/purchases/provider-purchase.ts';
import { buyerWith, day, payment, purchase, refund } from './buyer-scene.ts';

type Refund = NonNullable<EventDetails['refund']>;

const usd = (cents: number) => ({ cents, currency: 'USD' });
const refundOf = (changes: Partial<Refund> = {}): Refund => ({
  id: 'BACK',
  paymentId: 'PAID',
  kind: 'refund',
  state: 'completed',
  amount: usd(20_00),
  refundedAt: day(2),
  ...changes,
});
const apply = (changes: Partial<Refund> = {}, rows: Partial<BuyerAccount> = {}) =>
  applyRefund(buyerWith(rows), purchase, refundOf(changes));

test('applyRefund records a refund and the refunded sum of its payment; a repeated refund changes nothing', () => {
  const buyer = apply();
  expect(buyer.refunds).toMatchObject([{ providerId: 'BACK', amountCents: 20_00, refundedAt: day(2) }]);
  expect(buyer.payments).toEqual([{ ...payment, refundedCents: 20_00 }]);
  expect(applyRefund(buyer, purchase, refundOf())).toEqual(buyer);
  const refunds = [refund('R', 'refund', 50_00, day(2))];
  expect(apply({}, { refunds }).payments).toMatchObject([{ refundedCents: 59_99, state: 'completed' }]);
  const ofAnother = refunds.map((row) => ({ ...row, paymentId: 'another' }));
  expect(apply({}, { refunds: ofAnother }).payments).toMatchObject([{ refundedCents: 20_00 }]);
});

test.each<[string, Refund | undefined]>([
  ['no refund', undefined],
  ['a pending refund', refundOf({ state: 'pending' })],
  ['a failed refund', refundOf({ state: 'failed' })],
  ['a refund of another payment', refundOf({ paymentId: 'OTHER' })],
  ['a refund of 0.00', refundOf({ amount: usd(0) })],
])('applyRefund ignores %s', (_case, ignored) => {
  const buyer = buyerWith();
  expect(applyRefund(buyer, purchase, ignored)).toBe(buyer);
});

test('applyRefund records a refund of one cent, and refuses another currency', () => {
  expect(apply({ amount: usd(1) }).payments).toMatchObject([{ refundedCents: 1 }]);
  expect(() => apply({ amount: { cents: 20_00, currency: 'EUR' } })).toThrow(
    expect.objectContaining({ code: 'purchase-mismatch' }),
  );
});

test('applyRefund sets a completed payment to reversed if it went back in full, at least partly by a reversal', () => {
  const stateAfter = (...args: Parameters<typeof apply>) => apply(...args).payments[0]?.state;
  const otherRefund = { refunds: [refund('R', 'refund', 39_99, day(2))] };
  expect(stateAfter({ kind: 'reversal', amount: usd(59_99) })).toBe('reversed');
  expect(stateAfter({ kind: 'reversal' }, otherRefund)).toBe('reversed');
  expect(stateAfter({ kind: 'reversal', amount: usd(59_98) })).toBe('completed');
  expect(stateAfter({}, { refunds: [refund('B', 'reversal', 39_99, day(2))] })).toBe('reversed');
  expect(stateAfter({}, otherRefund)).toBe('completed');
  const pending = { payments: [{ ...payment, state: 'pending' as const }] };
  expect(stateAfter({ kind: 'reversal', amount: usd(59_99) }, pending)).toBe('pending');
});
