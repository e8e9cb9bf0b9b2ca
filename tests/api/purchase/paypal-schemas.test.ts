import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { newSubscription, paidOrder } from '../buyer.ts';
import { type Shop, startShop } from '../shop.ts';
import * as schemas from './paypal-schemas.ts';

let shop: Shop;
let orderId: string;
let subscriptionId: string;
let disputeId: string;
beforeAll(async () => {
  shop = await startShop();
  orderId = await paidOrder(shop, { code: 'ada0001' });
  subscriptionId = await newSubscription(shop, { code: 'ada0001' });
  await shop.paypal.idle();
  disputeId = shop.paypal.openDispute(Object.keys(shop.paypal.state().captures)[0] ?? '');
  await shop.paypal.idle();
});
afterAll(() => shop.close());

const day = 24 * 3_600_000;
const range = () =>
  `start_date=${new Date(Date.now() - day).toISOString()}&end_date=${new Date(Date.now() + day).toISOString()}`;

test.each<[string, z.ZodType, () => string]>([
  ['a paid order', schemas.order, () => `/v2/checkout/orders/${orderId}`],
  ['a subscription', schemas.subscription, () => `/v1/billing/subscriptions/${subscriptionId}`],
  [
    'the transactions of a subscription',
    schemas.subscriptionTransactions,
    () => `/v1/billing/subscriptions/${subscriptionId}/transactions?${range().replaceAll('_date', '_time')}`,
  ],
  [
    'the transaction report',
    schemas.transactionReport,
    () => `/v1/reporting/transactions?fields=all&${range()}`,
  ],
  ['a dispute', schemas.dispute, () => `/v1/customer/disputes/${disputeId}`],
])('the simulator answers %s as PayPal describes it', async (_what, schema, path) => {
  const { body } = await shop.provider('GET', path());
  expect(schema.safeParse(body).error?.issues ?? []).toEqual([]);
});

test('the simulator sends events as PayPal describes them', () => {
  const events = Object.values(shop.paypal.state().events);
  expect(events.length).toBeGreaterThan(3);
  for (const event of events)
    expect(schemas.webhookEvent.safeParse(event).error?.issues ?? [], JSON.stringify(event)).toEqual([]);
});
