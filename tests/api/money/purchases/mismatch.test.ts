import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOrder, newSubscription, nothing, paidOrder, records, track } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
let code: string;
beforeAll(async () => {
  shop = await startShop();
  ({ code } = await newAffiliate(shop.rows));
});
afterAll(() => shop.close());

const mismatch = { status: 422, body: { code: 'purchase-mismatch' } };

/** Reports an order. Expects the given answer, and no records after the report and the webhook. */
const expectRefused = async (orderId: string, answer: object, changes: object = {}): Promise<void> => {
  expect(await track(shop, orderId, { affiliateCode: code, ...changes })).toMatchObject(answer);
  await shop.paypal.idle();
  expect(await records(shop.rows, orderId)).toEqual(nothing);
};

// tests/unit/server/money/purchases/match-order.test.ts and match-subscription.test.ts have every difference.
test('a purchase that matches no offer is 422, and neither a report nor a webhook records it', async () => {
  await expectRefused(await paidOrder(shop, { code, value: '59.98' }), mismatch);
  await expectRefused(await newOrder(shop, { value: '0.01' }), mismatch);
  await expectRefused(await newSubscription(shop, { code, price: '49.98' }), mismatch);
});

test('a report is 422 if its amount is no price of the plan', async () => {
  shop.paypal.set({ holdWebhooks: true });
  for (const amount of ['59.98', 6000])
    await expectRefused(await paidOrder(shop, { code }), mismatch, { amount });
  shop.paypal.set({ holdWebhooks: false });
});

test('a report is 404 if PayPal does not know its id, or knows it as another type', async () => {
  const unknown = { status: 404, body: { code: 'order-not-found' } };
  for (const orderId of ['0000000000000000A', 'I-UNKNOWN00000']) await expectRefused(orderId, unknown);
  const subscription = { type: 'subscription', amount: '49.99' };
  await expectRefused(await newOrder(shop), unknown, subscription);
  const order = { type: 'one-time', amount: '59.99' };
  await expectRefused(await newSubscription(shop, { approved: false }), unknown, order);
});

test.each([
  [{ orderId: '../v1/secret' }, 'orderId'],
  [{ amount: '1e2' }, 'amount'],
  [{ amount: 0 }, 'amount'],
  [{ affiliateCode: 'a\0b' }, 'affiliateCode'],
])('the invalid report %j is refused without a request to PayPal', async (changes, field) => {
  shop.paypal.set({ down: true });
  const answer = await track(shop, 'ORDER', changes);
  shop.paypal.set({ down: false });
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ field }] } });
});
