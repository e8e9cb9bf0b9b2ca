import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOrder, newSubscription, nothing, paidOrder, records } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { newEvent } from '../../webhook-signer.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
  shop.paypal.set({ holdWebhooks: true });
});
afterAll(() => shop.close());

/** Sends a signed event. PayPal signs only a CRC-32 of the body, so anybody can make another body with the same CRC-32. */
const send = async (type: string, resource: object) => {
  const { id, body } = newEvent(type, resource);
  const answer = await shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });
  expect(answer.status).toBe(200);
  const [row] = await shop.rows('select state from webhook_events where id = $1', [id]);
  return row?.state;
};

test('a signed claim of a payment records only facts that PayPal confirms', async () => {
  const { code } = await newAffiliate(shop.rows);
  for (const orderId of [await newOrder(shop, { code }), await paidOrder(shop, { code, value: '0.01' })]) {
    await send('PAYMENT.CAPTURE.COMPLETED', {
      id: 'FORGED',
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '59.99' },
      supplementary_data: { related_ids: { order_id: orderId } },
    });
    expect(await records(shop.rows, orderId)).toEqual(nothing);
  }
});

test('a signed claim of a cancellation, a refund or a dispute changes nothing', async () => {
  const { code } = await newAffiliate(shop.rows);
  const orders = [await newSubscription(shop, { code }), await paidOrder(shop, { code })];
  shop.paypal.flush();
  await shop.paypal.idle();
  const allRecords = () => Promise.all(orders.map((orderId) => records(shop.rows, orderId)));
  const before = await allRecords();
  expect(before[0]?.purchases).toMatchObject([{ state: 'active' }]);
  await send('BILLING.SUBSCRIPTION.CANCELLED', { id: orders[0], status: 'CANCELLED' });
  const [capture = ''] = Object.keys(shop.paypal.state().captures);
  const links = [{ href: `${shop.paypal.url}/v2/payments/captures/${capture}`, rel: 'up' }];
  const claim = { id: 'FORGED', dispute_id: 'PP-R-FORGED', status: 'COMPLETED', links };
  for (const type of ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.SALE.REVERSED', 'CUSTOMER.DISPUTE.RESOLVED'])
    expect(await send(type, claim)).toBe('failed');
  expect(await allRecords()).toEqual(before);
  expect(await shop.rows('select id from refunds')).toEqual([]);
});
