import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paidOrder, records, track } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

const settleCapture = async (result: 'COMPLETED' | 'DENIED') => {
  const [capture = ''] = Object.keys(shop.paypal.state().captures);
  shop.paypal.settleCapture(capture, result);
  await shop.paypal.idle();
};

// tests/api/outage/paypal-and-firebase.test.ts has the first report while PayPal is unavailable.
test('a repeated report gets the answer of the first, even while PayPal is down, and writes nothing', async () => {
  const { code } = await newAffiliate(shop.rows);
  shop.paypal.set({ holdWebhooks: true });
  const orderId = await paidOrder(shop, { code });
  const first = await track(shop, orderId);
  expect(first).toMatchObject({ status: 200, body: { credited: true } });
  const before = await records(shop.rows, orderId);
  for (const affiliateCode of [code, 'other'])
    expect(await track(shop, orderId, { affiliateCode })).toMatchObject({ status: 200, body: first.body });
  shop.paypal.set({ down: true });
  expect(await track(shop, orderId)).toMatchObject({ status: 200, body: first.body });
  expect(await records(shop.rows, orderId)).toEqual(before);
});

test('a pending capture is recorded without a commission, and the webhook completes it', async () => {
  const { id, code } = await newAffiliate(shop.rows);
  shop.paypal.set({ pendingCaptures: true });
  const orderId = await paidOrder(shop, { code });
  await shop.paypal.idle();
  expect((await track(shop, orderId)).status).toBe(202);
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [{ state: 'pending' }],
    payments: [{ sequence: 1, state: 'pending' }],
    entries: [],
  });
  await settleCapture('COMPLETED');
  expect((await track(shop, orderId)).status).toBe(200);
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [{ affiliate_id: id, state: 'completed' }],
    payments: [{ sequence: 1, state: 'completed' }],
    entries: [{ affiliate_id: id, amount_cents: 600 }],
  });
});

test('a pending capture that is denied earns nothing', async () => {
  const { code } = await newAffiliate(shop.rows);
  shop.paypal.set({ pendingCaptures: true });
  const orderId = await paidOrder(shop, { code });
  expect((await track(shop, orderId)).status).toBe(202);
  await settleCapture('DENIED');
  expect(await track(shop, orderId)).toMatchObject({ status: 422, body: { code: 'order-not-paid' } });
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [{ state: 'failed' }],
    payments: [{ state: 'declined' }],
    entries: [],
  });
});
