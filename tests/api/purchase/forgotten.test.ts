import { expect, test } from 'vitest';
import { unique } from '../mint.ts';
import { capture, providerScene } from './provider-scene.ts';

const { goBack, recorded, settle, shopWith } = providerScene();

const day = 24 * 60 * 60 * 1_000;
const daysAgo = (count: number) => new Date(Date.now() - count * day);

const paidShop = async () => {
  const paymentId = unique();
  const shop = await shopWith(capture(paymentId, 'completed'));
  await settle(shop.server(), shop.order.id);
  const entries = async () =>
    (await recorded(shop.order.id)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
  return { shop, paymentId, entries };
};

test.each(['REFUNDED', 'REVERSED'] as const)(
  'money that was %s is booked by what was stored of its event, once the provider keeps events of that age no more',
  async (how) => {
    const { shop, paymentId, entries } = await paidShop();
    const answers = { fetchEvent: () => Promise.resolve(null) };
    expect(await goBack(shop, how, paymentId, { answers, madeAt: daysAgo(29) })).toEqual({
      state: 'failed',
      due: true,
    });
    expect(await entries()).toEqual([['commission', 600]]);
    expect(await goBack(shop, how, paymentId, { answers, madeAt: daysAgo(31) })).toMatchObject({
      state: 'processed',
    });
    expect(await entries()).toEqual([
      ['commission', 600],
      [how === 'REVERSED' ? 'reversal' : 'refund', -600],
    ]);
  },
);

test.each([
  ['names no order with', 'standalone'],
  ['knows no more', null],
] as const)(
  'money that went back from a payment that the provider %s is booked by what is recorded of it',
  async (_what, origin) => {
    const { shop, paymentId, entries } = await paidShop();
    const answers = { fetchPaymentOrigin: () => Promise.resolve(origin) };
    expect(await goBack(shop, 'REFUNDED', paymentId, { answers })).toMatchObject({ state: 'processed' });
    expect(await entries()).toEqual([
      ['commission', 600],
      ['refund', -600],
    ]);
  },
);

test.each([
  ['for nothing sold here is none of ours', 'standalone', { state: 'ignored', due: false }],
  ['that the provider does not know yet is tried again', null, { state: 'failed', due: true }],
] as const)('money that went back from a payment %s', async (_what, origin, outcome) => {
  const { shop } = await paidShop();
  const answers = { fetchPaymentOrigin: () => Promise.resolve(origin) };
  expect(await goBack(shop, 'REFUNDED', unique(), { answers })).toEqual(outcome);
});
