import { expect, test } from 'vitest';
import type { BuyerAccount } from '../../../src/server/purchases/buyer-account.ts';
import { applyRefund } from '../../../src/server/purchases/refunds-and-disputes.ts';
import type { EventDetails } from '../../../src/server/purchases/provider-purchase.ts';
import { buyerWith, day, payment, purchase, refund } from './buyer-scene.ts';

type Told = NonNullable<EventDetails['refund']>;

const usd = (cents: number) => ({ cents, currency: 'USD' });
const told = (changes: Partial<Told> = {}): Told => ({
  ...{ id: 'BACK', paymentId: 'PAID', kind: 'refund', state: 'completed' },
  ...{ amount: usd(20_00), refundedAt: day(2) },
  ...changes,
});
const keep = (changes: Partial<Told> = {}, rows: Partial<BuyerAccount> = {}) =>
  applyRefund(buyerWith(rows), purchase, told(changes));

test('records a refund once, and the refunded sum of its payment', () => {
  const kept = keep();
  expect(kept.refunds).toMatchObject([{ providerId: 'BACK', amountCents: 20_00, refundedAt: day(2) }]);
  expect(kept.payments).toEqual([{ ...payment, refundedCents: 20_00 }]);
  expect(applyRefund(kept, purchase, told())).toEqual(kept);
  const refunds = [refund('R', 'refund', 50_00, day(2))];
  expect(keep({}, { refunds }).payments).toMatchObject([{ refundedCents: 59_99 }]);
});

test.each<[string, Told | undefined]>([
  ['nothing', undefined],
  ['one that is pending', told({ state: 'pending' })],
  ['one that failed', told({ state: 'failed' })],
  ['one of another’s payment', told({ paymentId: 'OTHER' })],
  ['one of no money', told({ amount: usd(0) })],
])('ignores %s', (_what, given) => {
  const buyer = buyerWith();
  expect(applyRefund(buyer, purchase, given)).toBe(buyer);
});

test('records a refund of one cent, and refuses another currency', () => {
  expect(keep({ amount: usd(1) }).payments).toMatchObject([{ refundedCents: 1 }]);
  expect(() => keep({ amount: { cents: 20_00, currency: 'EUR' } })).toThrow(
    expect.objectContaining({ code: 'purchase-mismatch' }),
  );
});

test('reverses a completed payment that went back in full, at least partly by a reversal', () => {
  const stateAfter = (...args: Parameters<typeof keep>) => keep(...args).payments[0]?.state;
  const rest = { refunds: [refund('R', 'refund', 39_99, day(2))] };
  expect(stateAfter({ kind: 'reversal', amount: usd(59_99) })).toBe('reversed');
  expect(stateAfter({ kind: 'reversal' }, rest)).toBe('reversed');
  expect(stateAfter({ kind: 'reversal' })).toBe('completed');
  expect(stateAfter({}, rest)).toBe('completed');
  const pending = { payments: [{ ...payment, state: 'pending' as const }] };
  expect(stateAfter({ kind: 'reversal', amount: usd(59_99) }, pending)).toBe('pending');
});
