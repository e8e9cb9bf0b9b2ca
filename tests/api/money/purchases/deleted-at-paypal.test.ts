import { expect, test } from 'vitest';
import { unique } from '../../factories.ts';
import { capture, paypalScene } from './paypal-scene.ts';

const { sendRefund, recordsOf, sync, orderWith } = paypalScene();

const day = 24 * 60 * 60 * 1_000;
const daysAgo = (count: number) => new Date(Date.now() - count * day);

const paidShop = async () => {
  const paymentId = unique();
  const shop = await orderWith(capture(paymentId, 'completed'));
  await sync(shop.context(), shop.order.id);
  const entries = async () =>
    (await recordsOf(shop.order.id)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
  return { shop, paymentId, entries };
};

test('after PayPal has deleted the event of a reversal, our stored copy is processed', async () => {
  const { shop, paymentId, entries } = await paidShop();
  const answers = { fetchEvent: () => Promise.resolve(null) };
  const sendReversal = (age: number) =>
    sendRefund(shop, 'REVERSED', paymentId, { answers, createdAt: daysAgo(age) });
  expect(await sendReversal(29)).toEqual({ state: 'failed', due: true });
  expect(await entries()).toEqual([['commission', 600]]);
  expect(await sendReversal(31)).toMatchObject({ state: 'processed' });
  expect(await entries()).toEqual([
    ['commission', 600],
    ['reversal', -600],
  ]);
});

test.each([
  ['returns without an order', 'standalone'],
  ['has deleted', null],
] as const)(
  'a refund of a recorded payment that PayPal %s is recorded for our purchase of the payment',
  async (_what, origin) => {
    const { shop, paymentId, entries } = await paidShop();
    const answers = { fetchPaymentOrigin: () => Promise.resolve(origin) };
    expect(await sendRefund(shop, 'REFUNDED', paymentId, { answers })).toMatchObject({ state: 'processed' });
    expect(await entries()).toEqual([
      ['commission', 600],
      ['refund', -600],
    ]);
  },
);

test.each([
  ['without an order: the event is ignored', 'standalone', { state: 'ignored', due: false }],
  ['that PayPal does not know yet: the event is retried', null, { state: 'failed', due: true }],
] as const)('a refund of an unrecorded payment %s', async (_what, origin, outcome) => {
  const { shop } = await paidShop();
  const answers = { fetchPaymentOrigin: () => Promise.resolve(origin) };
  expect(await sendRefund(shop, 'REFUNDED', unique(), { answers })).toEqual(outcome);
});
