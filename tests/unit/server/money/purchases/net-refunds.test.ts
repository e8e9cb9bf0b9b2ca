import { expect, test } from 'vitest';
import {
  netRefunds,
  netRefundedSince,
} from '../../../../../src/server/money/purchases/refunds-and-disputes.ts';
import { buyerWith, day, dispute, payment, refund } from './buyer-scene.ts';

const netCentsOf = (
  ...[refunds, disputes]: readonly [Parameters<typeof refund>[], ReturnType<typeof dispute>[]]
) =>
  netRefunds(buyerWith({ refunds: refunds.map((row) => refund(...row)), disputes }), payment).map(
    ({ providerId, netCents }) => [providerId, netCents],
  );

test.each([
  ['one minute before the opening', day(1, '23:59:00'), 0],
  ['more than one minute before the opening', day(1, '23:58:59.999'), 20_00],
  ['one minute after the end', day(3, '00:01:00'), 0],
  ['more than one minute after the end', day(3, '00:01:00.001'), 20_00],
])(
  'a won dispute cancels reversals from a minute before its opening to a minute after its end: a reversal %s',
  (_case, at, net) => {
    expect(netCentsOf([['B', 'reversal', 20_00, at]], [dispute()])).toEqual([['B', net]]);
  },
);

test('disputes do not change the net amount of a seller’s refund, and the refund does not change the lost amount', () => {
  const rows: Parameters<typeof refund>[] = [
    ['R', 'refund', 20_00, day(2, '10:00:00')],
    ['B', 'reversal', 20_00, day(2, '11:00:00')],
  ];
  expect(netCentsOf(rows, [dispute()])).toEqual([
    ['R', 20_00],
    ['B', 0],
  ]);
  expect(netCentsOf(rows, [dispute({ state: 'lost', lostCents: 15_00 })])).toEqual([
    ['R', 20_00],
    ['B', 15_00],
  ]);
});

test('the net amounts of reversals add up to at most the lost amount; the earliest reversal counts first', () => {
  const rows: Parameters<typeof refund>[] = [
    ['LATER', 'reversal', 20_00, day(2, '12:00:00')],
    ['FIRST', 'reversal', 20_00, day(2, '11:00:00')],
  ];
  const amounts = (first: number, later: number) => [
    ['FIRST', first],
    ['LATER', later],
  ];
  const lost = dispute({ state: 'lost', lostCents: 25_00 });
  expect(netCentsOf(rows, [lost])).toEqual(amounts(20_00, 5_00));
  expect(netCentsOf(rows, [{ ...lost, lostCents: 0 }])).toEqual(amounts(20_00, 20_00));
  // PayPal does not say which dispute caused which reversal.
  expect(netCentsOf(rows, [lost, dispute({ id: 'second', state: 'open' })])).toEqual(amounts(20_00, 20_00));
  expect(netCentsOf(rows, [dispute({ state: 'open', lostCents: 25_00 })])).toEqual(amounts(20_00, 20_00));
  expect(netCentsOf(rows, [dispute({ id: 'won' }), lost])).toEqual(amounts(20_00, 5_00));
});

test('the net amount of a reversal during one of two won disputes is 0', () => {
  const later = dispute({ id: 'later', openedAt: day(8), stateAt: day(9) });
  expect(netCentsOf([['B', 'reversal', 20_00, day(2)]], [dispute(), later])).toEqual([['B', 0]]);
  expect(netCentsOf([['B', 'reversal', 20_00, day(5)]], [dispute(), later])).toEqual([['B', 20_00]]);
});

test('netRefundedSince returns at most the amount paid, and includes refunds at the given moment', () => {
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
