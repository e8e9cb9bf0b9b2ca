import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withTimeLimit } from '../../../../src/server/frame/outbound/request-scope.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { limits } from '../../../../src/shared/limits.ts';
import { closeServer, serveHandler } from '../../../../stack/web-server.ts';
import { newOrder, newSubscription, nothing, paidOrder, pay, records, track } from '../../buyer.ts';
import { credentials, startApi } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { expectWithinFiveSeconds, measureOwnTime } from '../../expect-within.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
beforeEach(() => {
  shop.paypal.reset();
});
const { paypal } = limits.timeoutMs;
afterEach(() => {
  Object.assign(limits.timeoutMs, { paypal });
});

/** Shortens the time limit for PayPal. */
const shortenTimeout = () => Object.assign(limits.timeoutMs, { paypal: 500 });

afterAll(() => shop.close());

/** Returns the expected records of a purchase with one payment and one commission. */
const singleCommission = (amount_cents: number, affiliate_id: string) => ({
  purchases: [{ affiliate_id }],
  payments: [{ sequence: 1, state: 'completed' }],
  entries: [{ affiliate_id, amount_cents }],
});

describe('a report while PayPal is unavailable is answered with 202, and the webhook records the purchase later', () => {
  test.each([
    ['hangs before it issues a token', 'hang'],
    ['is down', true],
  ] as const)('if PayPal %s', async (_how, down) => {
    const { id, code } = await newAffiliate(shop.rows);
    shop.paypal.set({ holdWebhooks: true });
    const orders = [await paidOrder(shop, { code }), await newSubscription(shop, { code })];
    shortenTimeout();
    shop.paypal.set({ down });
    const report = () => Promise.all(orders.map((orderId) => track(shop, orderId, { affiliateCode: code })));
    const [answers, ms] = await measureOwnTime(report);
    expectWithinFiveSeconds(ms);
    for (const [index, orderId] of orders.entries()) {
      expect(answers[index]).toMatchObject({ status: 202, body: { orderId, status: 'pending' } });
      expect(await records(shop.rows, orderId)).toEqual(nothing);
    }
    shop.paypal.set({ down: false });
    shop.paypal.flush();
    await shop.paypal.idle();
    expect(await records(shop.rows, orders[0] ?? '')).toMatchObject(singleCommission(600, id));
    expect(await records(shop.rows, orders[1] ?? '')).toMatchObject(singleCommission(500, id));
  });

  test('if PayPal hangs after it issued a token', async () => {
    shop.paypal.set({ holdWebhooks: true });
    const orderId = await paidOrder(shop);
    shop.paypal.set({ down: 'hang' });
    const [{ status }, ms] = await measureOwnTime(() => track(shop, orderId));
    expect(status).toBe(202);
    expectWithinFiveSeconds(ms);
  });
});

test('a repeated report gets the receipt of the first report, even while PayPal is down or hangs', async () => {
  const { code } = await newAffiliate(shop.rows);
  shop.paypal.set({ holdWebhooks: true });
  const orders = [
    [await paidOrder(shop, { code }), true],
    [await newSubscription(shop, { code }), true],
    [await paidOrder(shop), false],
  ] as const;
  for (const [orderId, credited] of orders) {
    Object.assign(limits.timeoutMs, { paypal });
    const first = await track(shop, orderId);
    expect(first).toMatchObject({ status: 200, body: { credited } });
    shortenTimeout();
    for (const down of [true, 'hang'] as const) {
      shop.paypal.set({ down });
      const again = await track(shop, orderId);
      expect([again.status, again.body]).toEqual([200, first.body]);
    }
    shop.paypal.set({ down: false });
  }
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
  const [capture = ''] = Object.keys(shop.paypal.state().captures);
  shop.paypal.settleCapture(capture, 'COMPLETED');
  await shop.paypal.idle();
  expect(await records(shop.rows, orderId)).toMatchObject({
    ...singleCommission(600, id),
    purchases: [{ state: 'completed' }],
  });
  expect((await track(shop, orderId)).status).toBe(200);
  expect(await records(shop.rows, orderId)).toMatchObject(singleCommission(600, id));
});

test.each(['DECLINED', 'DENIED'] as const)('a pending capture that ends %s earns nothing', async (result) => {
  const { code } = await newAffiliate(shop.rows);
  shop.paypal.set({ pendingCaptures: true });
  const orderId = await paidOrder(shop, { code });
  expect((await track(shop, orderId)).status).toBe(202);
  const [capture = ''] = Object.keys(shop.paypal.state().captures);
  shop.paypal.settleCapture(capture, result);
  await shop.paypal.idle();
  expect(await track(shop, orderId)).toMatchObject({ status: 422, body: { code: 'order-not-paid' } });
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [{ state: 'failed' }],
    payments: [{ state: 'declined' }],
    entries: [],
  });
});

test('if the buyer closes the tab before the report, the webhook credits the purchase to the code on the order', async () => {
  const { id, code } = await newAffiliate(shop.rows);
  const orderId = await newOrder(shop, { code });
  await pay(shop, orderId);
  const subscription = await newSubscription(shop, { code });
  await shop.paypal.idle();
  expect(await records(shop.rows, orderId)).toMatchObject(singleCommission(600, id));
  expect(await records(shop.rows, subscription)).toMatchObject(singleCommission(500, id));
});

test('a reported code of an inactive affiliate does not block a later code', async () => {
  const inactive = await newAffiliate(shop.rows, { activeFrom: null });
  const { id, code } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop);
  await shop.paypal.idle();
  const inactiveReport = { affiliateCode: inactive.code };
  expect(await track(shop, orderId, inactiveReport)).toMatchObject({ body: { credited: false } });
  expect(await track(shop, orderId, { affiliateCode: code })).toMatchObject({ body: { credited: true } });
  expect(await track(shop, orderId, inactiveReport)).toMatchObject({ body: { credited: true } });
  expect(await records(shop.rows, orderId)).toMatchObject(singleCommission(600, id));
});

test('a code that is reported more than a day after the purchase changes nothing', async () => {
  const { code } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop);
  await shop.paypal.idle();
  await shop.rows(
    `update purchases set created_at = created_at - interval '25 hours' where provider_id = $1`,
    [orderId],
  );
  expect(await track(shop, orderId, { affiliateCode: code })).toMatchObject({ body: { credited: false } });
  expect((await records(shop.rows, orderId)).entries).toEqual([]);
});

test('a subscription is fetched in the background even if each request to PayPal takes 1.6 s', async () => {
  const id = await newSubscription(shop);
  await shop.paypal.idle();
  const paypal = createPayPal({ ...credentials, apiUrl: shop.paypal.url });
  shop.paypal.set({ delayMs: 1_600 });
  const subscription = withTimeLimit(limits.timeoutMs.afterAnswer, () => paypal.fetchSubscription(id));
  expect(await subscription).toMatchObject({ id, payments: [{ state: 'completed' }] });
});

describe('a token that PayPal refuses', () => {
  test('is replaced by a new token, with which the request is repeated', async () => {
    expect((await track(shop, await paidOrder(shop))).status).toBe(200);
    const orderId = await paidOrder(shop);
    await shop.paypal.idle();
    shop.simulated.clientSecret = shop.paypalSettings.clientSecret = 'rotated';
    expect((await track(shop, orderId)).status).toBe(200);
  });

  test('is replaced only once per request', async () => {
    const calls: string[] = [];
    const provider = await serveHandler(async (request) => {
      const { pathname } = new URL(request.url);
      calls.push(pathname);
      return pathname === '/v1/oauth2/token'
        ? Response.json({ access_token: 'token', expires_in: 3_600 })
        : new Response(null, { status: 401 });
    }, 0);
    const apiUrl = `http://127.0.0.1:${String((provider.address() as AddressInfo).port)}`;
    const api = await startApi({ paypal: createPayPal({ ...credentials, apiUrl }) });
    expect((await track(api, 'ORDER')).status).toBe(202);
    const [token, order] = ['/v1/oauth2/token', '/v2/checkout/orders/ORDER'];
    expect(calls).toEqual([token, order, token, order]);
    await closeServer(provider);
    await api.close();
  });
});
