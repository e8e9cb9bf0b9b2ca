import { expect, test } from 'vitest';
import { netRefunds, netRefundedSince } from '../../../src/server/purchases/refunds-and-disputes.ts';
import { buyerWith, day, dispute, payment, refund } from './buyer-scene.ts';

const staysOf = (
  ...[refunds, disputes]: readonly [Parameters<typeof refund>[], ReturnType<typeof dispute>[]]
) =>
  netRefunds(buyerWith({ refunds: refunds.map((row) => refund(...row)), disputes }), payment).map(
    ({ providerId, netCents }) => [providerId, netCents],
  );

test.each([
  ['a minute before it was opened', day(1, '23:59:00'), 0],
  ['longer before', day(1, '23:58:59.999'), 20_00],
  ['a minute after it ended', day(3, '00:01:00'), 0],
  ['longer after', day(3, '00:01:00.001'), 20_00],
])('what was taken %s, a won dispute gives back by two clocks that differ a minute', (_when, at, stays) => {
  expect(staysOf([['B', 'reversal', 20_00, at]], [dispute()])).toEqual([['B', stays]]);
});

test('a refund that the seller made while a dispute was open stays, and takes nothing of what the dispute cost', () => {
  const made: Parameters<typeof refund>[] = [
    ['R', 'refund', 20_00, day(2, '10:00:00')],
    ['B', 'reversal', 20_00, day(2, '11:00:00')],
  ];
  expect(staysOf(made, [dispute()])).toEqual([
    ['R', 20_00],
    ['B', 0],
  ]);
  expect(staysOf(made, [dispute({ state: 'lost', lostCents: 15_00 })])).toEqual([
    ['R', 20_00],
    ['B', 15_00],
  ]);
});

test('of a lost dispute what it cost stays, of what was taken first', () => {
  const made: Parameters<typeof refund>[] = [
    ['LATER', 'reversal', 20_00, day(2, '12:00:00')],
    ['FIRST', 'reversal', 20_00, day(2, '11:00:00')],
  ];
  const both = (first: number, later: number) => [
    ['FIRST', first],
    ['LATER', later],
  ];
  const lost = dispute({ state: 'lost', lostCents: 25_00 });
  expect(staysOf(made, [lost])).toEqual(both(20_00, 5_00));
  expect(staysOf(made, [{ ...lost, lostCents: 0 }])).toEqual(both(20_00, 20_00));
  // Which of the two took what is not known.
  expect(staysOf(made, [lost, dispute({ id: 'second', state: 'open' })])).toEqual(both(20_00, 20_00));
  expect(staysOf(made, [dispute({ state: 'open', lostCents: 25_00 })])).toEqual(both(20_00, 20_00));
  expect(staysOf(made, [dispute({ id: 'won' }), lost])).toEqual(both(20_00, 5_00));
});

test('what was taken under either of two disputes that were won is given back', () => {
  const later = dispute({ id: 'later', openedAt: day(8), stateAt: day(9) });
  expect(staysOf([['B', 'reversal', 20_00, day(2)]], [dispute(), later])).toEqual([['B', 0]]);
  expect(staysOf([['B', 'reversal', 20_00, day(5)]], [dispute(), later])).toEqual([['B', 20_00]]);
});

test('a dispute of another payment gives nothing back', () => {
  expect(staysOf([['B', 'reversal', 20_00, day(2)]], [dispute({ paymentId: 'another' })])).toEqual([
    ['B', 20_00],
  ]);
});

test('what stays away is no more than was paid, and is counted from a moment on, that one included', () => {
  const buyer = buyerWith({
    refunds: [
      refund('R1', 'refund', 20_00, day(2)),
      refund('R2', 'refund', 10_00, day(3)),
      { ...refund('R3', 'refund', 30_00, day(3)), paymentId: 'another' },
    ],
  });
  expect(netRefundedSince(buyer, payment)).toBe(30_00);
  expect(netRefundedSince(buyer, payment, day(3))).toBe(10_00);
  expect(netRefundedSince(buyer, { ...payment, amountCents: 25_00 })).toBe(25_00);
});
