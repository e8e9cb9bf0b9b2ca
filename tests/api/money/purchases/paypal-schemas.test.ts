import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { newSubscription, paidOrder } from '../../buyer.ts';
import { type Shop, startShop } from '../../shop.ts';
import * as schemas from './paypal-schemas.ts';

let shop: Shop;
let orderId: string;
let subscriptionId: string;
let disputeId: string;
let captureRefund: unknown;
let saleRefund: unknown;
beforeAll(async () => {
  shop = await startShop();
  orderId = await paidOrder(shop, { code: 'ada0001' });
  subscriptionId = await newSubscription(shop, { code: 'ada0001' });
  await shop.paypal.idle();
  const { captures, sales } = shop.paypal.state();
  const [captureId = ''] = Object.keys(captures);
  const [saleId = ''] = Object.keys(sales);
  captureRefund = await refund(`/v2/payments/captures/${captureId}/refund`, {
    amount: { value: '10.00', currency_code: 'USD' },
    note_to_payer: 'Refund',
  });
  saleRefund = await refund(`/v1/payments/sale/${saleId}/refund`, {
    amount: { total: '10.00', currency: 'USD' },
    description: 'Refund',
  });
  disputeId = shop.paypal.openDispute(captureId);
  await shop.paypal.idle();
});
afterAll(() => shop.close());

const refund = async (path: string, body: object): Promise<unknown> =>
  (await shop.provider('POST', path, body)).body;
const refundId = (answer: unknown) => z.object({ id: z.string() }).parse(answer).id;

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
  ['a refund of a capture', schemas.captureRefund, () => `/v2/payments/refunds/${refundId(captureRefund)}`],
  ['a refund of a sale', schemas.saleRefund, () => `/v1/payments/refund/${refundId(saleRefund)}`],
  ['a dispute', schemas.dispute, () => `/v1/customer/disputes/${disputeId}`],
])('the simulator answers %s as PayPal describes it', async (_what, schema, path) => {
  const { body } = await shop.provider('GET', path());
  expect(schema.safeParse(body).error?.issues ?? []).toEqual([]);
});

test('the simulator answers a request for a refund as PayPal describes it', () => {
  expect(schemas.captureRefundAnswer.safeParse(captureRefund).error?.issues ?? []).toEqual([]);
  expect(schemas.saleRefund.safeParse(saleRefund).error?.issues ?? []).toEqual([]);
});

test('the simulator sends events as PayPal describes them', () => {
  const events = Object.values(shop.paypal.state().events);
  expect(events.length).toBeGreaterThan(3);
  for (const event of events)
    expect(schemas.webhookEvent.safeParse(event).error?.issues ?? [], JSON.stringify(event)).toEqual([]);
});
