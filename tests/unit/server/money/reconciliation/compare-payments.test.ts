import { describe, expect, test } from 'vitest';
import { comparePayments } from '../../../../../src/server/money/reconciliation/compare-payments.ts';
import type { OurPayment } from '../../../../../src/server/money/reconciliation/our-records.ts';
import {
  ErrorAnswer,
  type Order,
  type ProviderTransaction,
} from '../../../../../src/server/frame/context/paypal.ts';
import { problem } from '../../../../../src/shared/problems.ts';
import { contextWith, listedTransaction, ourPayment } from './reconciliation-factories.ts';

test.each<[ProviderTransaction['state'], OurPayment['state'], number, boolean]>([
  ['pending', 'pending', 0, true],
  ['pending', 'completed', 0, false],
  ['denied', 'declined', 0, true],
  ['denied', 'pending', 0, false],
  ['completed', 'completed', 0, true],
  ['completed', 'reversed', 59_99, true],
  ['completed', 'declined', 0, false],
  ['partly-returned', 'completed', 1, true],
  ['partly-returned', 'reversed', 59_99, true],
  ['partly-returned', 'completed', 0, false],
  ['partly-returned', 'pending', 1, false],
  ['returned', 'completed', 59_99, true],
  ['returned', 'completed', 59_98, false],
  ['returned', 'pending', 59_99, false],
])(
  'a payment that is %s at PayPal and %s here, with %i cents refunded, is equal: %s',
  async (theirs, state, refundedCents, agrees) => {
    const ours = [ourPayment({ state, refundedCents })];
    const differences = await comparePayments(contextWith(), ours, [listedTransaction({ state: theirs })]);
    expect(differences.map(({ code, ours: here, theirs: there }) => [code, here, there])).toEqual(
      agrees ? [] : [['payment-state-differs', state, theirs]],
    );
  },
);

test.each<[string, Parameters<typeof listedTransaction>[0], boolean]>([
  ['a completed payment', {}, true],
  ['a payment of one cent', { cents: 1 }, true],
  ['a pending payment of an order', { state: 'pending' }, true],
  ['a completed payment of a subscription', { isSale: true }, true],
  ['a pending payment of a subscription', { isSale: true, state: 'pending' }, false],
  ['a denied payment', { state: 'denied' }, false],
  ['an outgoing payment', { cents: -1 }, false],
  ['a payment of 0.00', { cents: 0 }, false],
])('%s that only PayPal has is a difference: %s', async (_case, theirs, isMissing) => {
  const differences = await comparePayments(contextWith(), [], [listedTransaction(theirs)]);
  expect(differences.map(({ code }) => code)).toEqual(isMissing ? ['payment-missing-here'] : []);
});

test('a payment that is not in PayPal’s report is fetched from PayPal; if PayPal does not have it, it is missing unless it was declined', async () => {
  const captures = [
    { id: 'OTHER', state: 'completed' },
    { id: 'PAID', state: 'declined' },
  ].map((capture) => ({ ...capture, amount: { cents: 59_99, currency: 'USD' } }));
  const contextWithOrder = contextWith({
    fetchOrder: () => Promise.resolve({ captures } as unknown as Order),
  });
  const codes = async (context: typeof contextWithOrder, ours: OurPayment) =>
    (await comparePayments(context, [ours], [])).map(({ code }) => code);
  expect(await codes(contextWithOrder, ourPayment({ state: 'declined' }))).toEqual([]);
  expect(await codes(contextWithOrder, ourPayment())).toEqual(['payment-state-differs']);
  expect(await codes(contextWithOrder, ourPayment({ type: 'subscription' }))).toEqual([
    'payment-missing-at-provider',
  ]);
  expect(await codes(contextWithOrder, ourPayment({ id: 'THIRD' }))).toEqual(['payment-missing-at-provider']);
  expect(await codes(contextWith(), ourPayment({ state: 'declined' }))).toEqual([]);
});

describe('a payment that PayPal is asked about', () => {
  const ours = [
    ourPayment({ id: 'FIRST' }),
    ourPayment({ id: 'PAID', orderId: 'ODD' }),
    ourPayment({ id: 'LAST' }),
  ];
  const compareWith = (cause: unknown) => {
    const fetchOrder = (id: string) =>
      id === 'ODD'
        ? Promise.reject(problem('payment-provider-unavailable', { cause }))
        : Promise.resolve(null);
    return comparePayments(contextWith({ fetchOrder }), ours, []);
  };

  test.each([
    ['an error', 403],
    ['a form that cannot be read', 200],
  ])('is a difference if PayPal answers with %s, and the others are compared', async (_case, status) => {
    const differences = await compareWith(new ErrorAnswer('answered', status));
    expect(differences.map(({ code, transaction_id: id }) => [code, id])).toEqual([
      ['payment-missing-at-provider', 'FIRST'],
      ['transaction-unreadable', 'PAID'],
      ['payment-missing-at-provider', 'LAST'],
    ]);
  });

  test.each([
    ['does not answer', 'No answer in time'],
    ['refuses all requests for a while', new ErrorAnswer('answered 429', 429)],
  ])('ends the run if PayPal %s, so that the next run tries again', async (_case, cause) => {
    await expect(compareWith(cause)).rejects.toMatchObject({ code: 'payment-provider-unavailable' });
  });
});
