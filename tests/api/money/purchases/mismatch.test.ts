import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

// tests/unit/server/money/purchases/match-order.test.ts and match-subscription.test.ts cover every difference.
describe('an order that matches no offer: the report is 422, and no report or webhook records the order', () => {
  test.each([
    ['a cent less', { value: '59.98' }],
    ['another merchant as the payee', { payee: 'SOMEONEELSE' }],
  ])('%s', async (_what, options) => {
    await expectRefused(await paidOrder(shop, { code, ...options }), mismatch);
  });

  test('an order with a wrong price, even before it is captured', async () => {
    await expectRefused(await newOrder(shop, { value: '0.01' }), mismatch);
  });
});

describe('a report is 422 if its amount is no price of the plan', () => {
  test.each(['59.98', 6000])('%s', async (amount) => {
    shop.paypal.set({ holdWebhooks: true });
    await expectRefused(await paidOrder(shop, { code }), mismatch, { amount });
    shop.paypal.set({ holdWebhooks: false });
  });
});

describe('a subscription that matches no offer: the report is 422, and no report or webhook records it', () => {
  test('at an overridden price', async () => {
    await expectRefused(await newSubscription(shop, { code, price: '49.98' }), mismatch);
  });

  test('to another billing plan', async () => {
    const other = await startShop({ settings: { annualPlanId: 'P-OTHER' } });
    const orderId = await newSubscription(other, { code: 'ada0001' });
    expect(await track(other, orderId)).toMatchObject(mismatch);
    await other.paypal.idle();
    expect(await records(other.rows, orderId)).toEqual(nothing);
    await other.close();
  });
});

describe('a report is 404 if PayPal does not know its id', () => {
  test.each(['0000000000000000A', 'I-UNKNOWN00000', 'x'])('%s', async (orderId) => {
    await expectRefused(orderId, { status: 404, body: { code: 'order-not-found' } });
  });

  test('an order reported as a subscription', async () => {
    const orderId = await newOrder(shop);
    await expectRefused(orderId, { status: 404 }, { type: 'subscription', amount: '49.99' });
  });

  test('a subscription reported as an order', async () => {
    const orderId = await newSubscription(shop, { approved: false });
    await expectRefused(orderId, { status: 404 }, { type: 'one-time', amount: '59.99' });
  });
});

test('the report of a declined order is 422, and nothing is recorded', async () => {
  shop.paypal.set({ pendingCaptures: true, holdWebhooks: true });
  const orderId = await paidOrder(shop, { code });
  const [capture = ''] = Object.values(shop.paypal.state().captures)
    .filter((candidate) => candidate.orderId === orderId)
    .map(({ id }) => id);
  shop.paypal.settleCapture(capture, 'DENIED');
  shop.paypal.set({ pendingCaptures: false, holdWebhooks: false });
  await expectRefused(orderId, { status: 422, body: { code: 'order-not-paid' } });
});

describe('an invalid report is refused without a request to PayPal', () => {
  test.each([
    [{ orderId: '../v1/secret' }, 'orderId'],
    [{ orderId: 'a?b=c' }, 'orderId'],
    [{ orderId: '' }, 'orderId'],
    [{ orderId: 'x'.repeat(65) }, 'orderId'],
    [{ orderId: 7 }, 'orderId'],
    [{ amount: 'free' }, 'amount'],
    [{ amount: -59.99 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 1e21 }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ amount: '1e2' }, 'amount'],
    [{ type: 'gift' }, 'type'],
    [{ affiliateCode: 7 }, 'affiliateCode'],
    [{ affiliateCode: 'a\0b' }, 'affiliateCode'],
  ])('%j', async (changes, field) => {
    shop.paypal.set({ down: true });
    const answer = await track(shop, 'ORDER', changes);
    shop.paypal.set({ down: false });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ field }] } });
  });
});
