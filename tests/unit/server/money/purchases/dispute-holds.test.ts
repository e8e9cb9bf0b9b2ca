import { describe, expect, test } from 'vitest';
import type { BuyerAccount, HoldRow } from '../../../../../src/server/money/purchases/buyer-account.ts';
import {
  applyDispute,
  updateDisputeHolds,
} from '../../../../../src/server/money/purchases/refunds-and-disputes.ts';
import type { EventDetails } from '../../../../../src/server/money/purchases/provider-purchase.ts';
import { buyerWith, day, dispute, payment, purchase, refund } from './buyer-scene.ts';

const now = day(20);
const hold = (changes: Partial<HoldRow> = {}): HoldRow => ({
  id: 'hold',
  paymentId: payment.id,
  reason: 'dispute',
  placedAt: day(2),
  releasedAt: null,
  releasedBy: null,
  ...changes,
});
const holdsOf = (rows: Partial<BuyerAccount>) =>
  updateDisputeHolds(buyerWith(rows), purchase, now).holds.map(({ placedAt, releasedBy }) => [
    placedAt,
    releasedBy,
  ]);
const open = dispute({ state: 'open' });
const lost = dispute({ state: 'lost', lostCents: 20_00 });

describe('a payment is on hold', () => {
  test('while a dispute is open; the hold begins when the newest open dispute began', () => {
    expect(holdsOf({ disputes: [open] })).toEqual([[day(2), null]]);
    const newer = dispute({ id: 'newer', state: 'open', openedAt: day(5) });
    for (const disputes of [
      [open, newer],
      [newer, open],
    ])
      expect(holdsOf({ disputes })).toEqual([[day(5), null]]);
    expect(holdsOf({ disputes: [newer, open], holds: [hold()] })).toEqual([[day(5), null]]);
    expect(holdsOf({ disputes: [open], holds: [hold({ placedAt: day(5) })] })).toEqual([[day(5), null]]);
  });

  test('neither for a won dispute nor for a dispute of another payment', () => {
    expect(holdsOf({ disputes: [dispute()] })).toEqual([]);
    expect(holdsOf({ disputes: [{ ...open, paymentId: 'another' }] })).toEqual([]);
    expect(holdsOf({ disputes: [dispute()], holds: [hold()] })).toEqual([[day(2), 'provider']]);
  });

  test.each([
    ['one cent less than the dispute', 'reversal', 19_99, day(2), false],
    ['the full amount at the moment of the opening', 'reversal', 20_00, day(2), true],
    ['the full amount a minute before the opening', 'reversal', 20_00, day(1, '23:59:00'), true],
    ['the full amount more than a minute before the opening', 'reversal', 20_00, day(1, '23:58:59'), false],
    ['the full amount as a refund', 'refund', 20_00, day(9), true],
    ['the full amount as a refund before the opening', 'refund', 20_00, day(1), false],
    ['a refund of the whole payment before the opening', 'refund', 59_99, day(1), true],
  ] as const)(
    'for a lost dispute, until the lost amount has gone back to the buyer: %s',
    (_case, kind, cents, at, isBack) => {
      const refunds = [refund('BACK', kind, cents, at)];
      expect(holdsOf({ disputes: [lost], refunds })).toEqual(isBack ? [] : [[day(2), null]]);
    },
  );

  test('for a lost dispute with an unknown amount, until any money goes back to the buyer', () => {
    const disputes = [dispute({ state: 'lost' })];
    expect(holdsOf({ disputes })).toEqual([[day(2), null]]);
    expect(holdsOf({ disputes, refunds: [refund('BACK', 'reversal', 1, day(3))] })).toEqual([]);
  });

  test('again after an admin released it only if another dispute opens later', () => {
    const released = (placedAt: Date, releasedBy = 'admin') =>
      hold({ placedAt, releasedAt: day(10), releasedBy });
    const rows = { disputes: [{ ...open, openedAt: day(5) }] };
    expect(holdsOf({ ...rows, holds: [released(day(5))] })).toEqual([[day(5), 'admin']]);
    expect(holdsOf({ ...rows, holds: [released(day(6))] })).toEqual([[day(6), 'admin']]);
    expect(holdsOf({ ...rows, holds: [released(day(4))] })).toEqual([
      [day(4), 'admin'],
      [day(5), null],
    ]);
    expect(holdsOf({ ...rows, holds: [released(day(5), 'provider')] })).toEqual([
      [day(5), 'provider'],
      [day(5), null],
    ]);
  });

  test('for a dispute even if it is on hold as a self-referral', () => {
    const own = hold({ id: 'own', reason: 'self-referral', placedAt: day(6) });
    expect(holdsOf({ disputes: [open], holds: [own] })).toEqual([
      [day(6), null],
      [day(2), null],
    ]);
    expect(holdsOf({ disputes: [dispute()], holds: [own] })).toEqual([[day(6), null]]);
    const decided = { ...own, releasedAt: day(10), releasedBy: 'admin' };
    expect(holdsOf({ disputes: [open], holds: [decided] })).toEqual([
      [day(6), 'admin'],
      [day(2), null],
    ]);
  });
});

describe('the state of a dispute', () => {
  const disputeOf = (changes: Partial<NonNullable<EventDetails['dispute']>> = {}) => ({
    id: 'DISPUTE',
    paymentIds: ['PAID'],
    state: 'lost' as const,
    lost: { cents: 20_00, currency: 'USD' },
    openedAt: day(4),
    changedAt: day(3),
    ...changes,
  });
  const apply = (disputes: BuyerAccount['disputes'], changes: Parameters<typeof disputeOf>[0] = {}) =>
    applyDispute(buyerWith({ disputes }), purchase, disputeOf(changes)).disputes;

  test('replaces a state with an older PayPal time; if the times are equal, it replaces the state open', () => {
    const opened = dispute({ state: 'open', stateAt: day(3) });
    expect(apply([opened], { changedAt: day(3, '00:00:01') })).toMatchObject([
      { id: 'dispute', state: 'lost', lostCents: 20_00, openedAt: day(2), stateAt: day(3, '00:00:01') },
    ]);
    expect(apply([opened])).toMatchObject([{ state: 'lost' }]);
    expect(apply([opened], { changedAt: day(2) })).toEqual([opened]);
    expect(apply([dispute()])).toEqual([dispute()]);
    expect(apply([dispute()], { state: 'open', changedAt: day(4) })).toMatchObject([{ state: 'open' }]);
  });

  test('is recorded in addition to other disputes, and only for our payments', () => {
    expect(apply([dispute({ providerId: 'OTHER' })])).toHaveLength(2);
    expect(apply([dispute({ paymentId: 'another' })])).toHaveLength(2);
    expect(apply([], { paymentIds: ['OTHER'] })).toEqual([]);
  });

  test.each([
    ['no more than was paid', { lost: { cents: 79_99, currency: 'USD' } }, 59_99],
    ['unknown among several payments', { paymentIds: ['PAID', 'OTHER'] }, 0],
    ['unknown in another currency', { lost: { cents: 20_00, currency: 'EUR' } }, 0],
  ])('has a lost amount that is %s', (_case, changes, lostCents) => {
    expect(apply([], changes)).toMatchObject([{ lostCents }]);
  });
});
