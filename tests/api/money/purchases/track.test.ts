import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPlan, type FormerPrice } from '../../../../src/shared/plans.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newSubscription, newOrder, nothing, paidOrder, records, track } from '../../buyer.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
  shop.paypal.set({ holdWebhooks: true });
});
afterAll(() => shop.close());

const captureOf = (orderId: string) =>
  Object.values(shop.paypal.state().captures).find((capture) => capture.orderId === orderId)?.id;
const saleOf = (id: string) =>
  Object.values(shop.paypal.state().sales).find((sale) => sale.subscriptionId === id)?.id;

describe('a reported one-time purchase', () => {
  test('is recorded as PayPal confirms it, with a commission of 10%', async () => {
    const { id, code } = await newAffiliate(shop.rows);
    const email = newEmail('buyer');
    const orderId = await paidOrder(shop, { code, email });
    const answer = await track(shop, orderId, { affiliateCode: code });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      orderId,
      type: 'one-time',
      plan: 'basic',
      amount: '59.99',
      currency: 'USD',
      credited: true,
      status: 'recorded',
    });
    const provider_id = captureOf(orderId);
    expect(await records(shop.rows, orderId)).toEqual({
      purchases: [
        {
          type: 'one-time',
          plan_id: 'basic',
          state: 'completed',
          amount_cents: 5999,
          currency: 'USD',
          payer_email: email,
          affiliate_code: code,
          affiliate_id: id,
        },
      ],
      payments: [{ provider_id, sequence: 1, state: 'completed', amount_cents: 5999, tax_cents: 0 }],
      entries: [
        {
          affiliate_id: id,
          kind: 'commission',
          amount_cents: 600,
          base_cents: 5999,
          rate_basis_points: 1000,
          source: provider_id,
        },
      ],
      holds: [],
    });
  });

  test('is recorded without a commission if there is no code', async () => {
    const orderId = await paidOrder(shop);
    // Former versions of the checkout sent the amount as a number.
    const answer = await track(shop, orderId, { amount: 59.99 });
    expect(answer).toMatchObject({ status: 200, body: { credited: false } });
    const { purchases, payments, entries } = await records(shop.rows, orderId);
    expect([purchases.length, payments.length, entries.length]).toEqual([1, 1, 0]);
  });
});

test('a recorded purchase can be reported with its price or today’s price, but with no other', async () => {
  const orderId = await paidOrder(shop, { value: '54.99' });
  const answer = { status: 422, body: { code: 'purchase-mismatch' } };
  expect(await track(shop, orderId, { amount: '54.99' })).toMatchObject(answer);
  await fixtures(shop.rows).purchase({ provider_id: orderId, amount_cents: 5499 });
  const recorded = { status: 200, body: { amount: '54.99', status: 'recorded' } };
  expect(await track(shop, orderId, { amount: '54.99' })).toMatchObject(recorded);
  expect(await track(shop, orderId)).toMatchObject(recorded);
  expect(await track(shop, orderId, { amount: '49.99' })).toMatchObject(answer);
});

test('a recorded purchase keeps its receipt, even if PayPal later shows other payments', async () => {
  const make = fixtures(shop.rows);
  const recorded = { status: 200, body: { amount: '59.99', status: 'recorded' } };
  shop.paypal.set({ pendingCaptures: true });
  const orderId = await paidOrder(shop);
  shop.paypal.set({ pendingCaptures: false });
  await make.purchase({ provider_id: orderId });
  expect(await track(shop, orderId)).toMatchObject(recorded);
  shop.paypal.settleCapture(captureOf(orderId) ?? '', 'DENIED');
  expect(await track(shop, orderId)).toMatchObject(recorded);
  await make.purchase({ provider_id: 'GONE00000000000' });
  expect(await track(shop, 'GONE00000000000')).toMatchObject(recorded);
});

test('a reported subscription is recorded with its first payment and a commission of 10%', async () => {
  const { id, code } = await newAffiliate(shop.rows);
  const orderId = await newSubscription(shop, { code });
  const answer = await track(shop, orderId, { affiliateCode: code });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    orderId,
    type: 'subscription',
    plan: 'annual',
    amount: '49.99',
    currency: 'USD',
    credited: true,
    status: 'recorded',
  });
  const provider_id = saleOf(orderId);
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [
      { type: 'subscription', plan_id: 'annual', state: 'active', amount_cents: 4999, affiliate_id: id },
    ],
    payments: [{ provider_id, sequence: 1, state: 'completed', amount_cents: 4999, tax_cents: 0 }],
    entries: [
      {
        affiliate_id: id,
        kind: 'commission',
        amount_cents: 500,
        base_cents: 4999,
        rate_basis_points: 1000,
      },
    ],
    holds: [],
  });
});

test('an order is 202 and not recorded until it is captured', async () => {
  const orderId = await newOrder(shop);
  const pending = { status: 202, body: { orderId, status: 'pending' } };
  expect(await track(shop, orderId)).toMatchObject(pending);
  shop.paypal.approve(orderId);
  expect(await track(shop, orderId)).toMatchObject(pending);
  expect(await records(shop.rows, orderId)).toEqual(nothing);
  await shop.provider('POST', `/v2/checkout/orders/${orderId}/capture`, {});
  expect((await track(shop, orderId)).status).toBe(200);
});

test('an order at a former price is recorded with the paid amount, and earns a share of it', async () => {
  const day = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const formerPrice = { priceCents: 54_99, until: day as FormerPrice['until'] };
  Object.assign(findPlan('basic') ?? {}, { formerPrices: [formerPrice], disabled: true });
  const { code } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop, { code, value: '54.99' });
  const answer = await track(shop, orderId, { amount: '54.99' });
  expect(answer).toMatchObject({ status: 200, body: { amount: '54.99', credited: true } });
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [{ plan_id: 'basic', amount_cents: 54_99 }],
    entries: [{ amount_cents: 5_50, base_cents: 54_99 }],
  });
  Object.assign(findPlan('basic') ?? {}, { formerPrices: [], disabled: false });
});

test('an order may be reported 60 times in 15 minutes, also while PayPal is unavailable', async () => {
  const orderId = await paidOrder(shop);
  shop.paypal.set({ down: true });
  for (let hit = 1; hit <= 60; hit += 1) expect((await track(shop, orderId)).status).toBe(202);
  shop.paypal.set({ down: false });
  const refused = await track(shop, orderId);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(shop.log.at(-1)).not.toHaveProperty('payments');
  expect((await track(shop, await paidOrder(shop))).status).toBe(200);
});

test('simultaneous reports send no more requests to PayPal than the rate limit allows', async () => {
  const orderIds = await Promise.all(Array.from({ length: 25 }, () => paidOrder(shop)));
  const address = unique();
  const from = shop.log.length;
  const answers = await Promise.all(
    orderIds.map((orderId) =>
      shop.call(
        'POST',
        '/api/purchase/track',
        { orderId, amount: '59.99', affiliateCode: null, type: 'one-time' },
        { address },
      ),
    ),
  );
  const linesWithPayPal = shop.log.slice(from).filter((line) => 'route' in line && 'payments' in line);
  expect(linesWithPayPal).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});
