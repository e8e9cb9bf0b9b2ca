import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newSubscription, paidOrder, records, track } from '../../buyer.ts';
import { type TestAffiliate, newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { newEvent } from '../../webhook-signer.ts';

let shop: Shop;
let affiliate: TestAffiliate;
beforeAll(async () => {
  shop = await startShop();
  affiliate = await newAffiliate(shop.rows);
});
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

/** Buys in the founders' year, and returns the purchase and its only payment. */
const buy = async (type: 'one-time' | 'subscription') => {
  shop.paypal.set({ clock: '2025-09-01T10:00:00Z' });
  const orderId =
    type === 'one-time'
      ? await paidOrder(shop, { code: affiliate.code })
      : await newSubscription(shop, { code: affiliate.code });
  const state = shop.paypal.state();
  const payments = type === 'one-time' ? state.captures : state.sales;
  const [paymentId = ''] = Object.keys(payments);
  return { orderId, paymentId };
};

const refundsOf = (orderId: string) =>
  shop.rows(
    `select r.kind, r.amount_cents, p.refunded_cents, p.state from refunds r join payments p on p.id = r.payment_id
     join purchases b on b.id = p.purchase_id where b.provider_id = $1 order by r.recorded_at`,
    [orderId],
  );
const entriesOf = async (orderId: string) =>
  (await records(shop.rows, orderId)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
const deliver = async () => {
  shop.paypal.flush();
  await shop.paypal.idle();
};

describe('refunds take back their share of the commission, to the cent', () => {
  test('of an annual subscription at 25%: 20.00 of 49.99 takes 5.00, and the other 29.99 takes 7.50', async () => {
    const { orderId, paymentId } = await buy('subscription');
    shop.paypal.refundSale(paymentId, '20.00');
    await shop.paypal.idle();
    expect(await entriesOf(orderId)).toEqual([
      ['commission', 1250],
      ['refund', -500],
    ]);
    shop.paypal.refundSale(paymentId);
    await shop.paypal.idle();
    expect(await entriesOf(orderId)).toEqual([
      ['commission', 1250],
      ['refund', -500],
      ['refund', -750],
    ]);
    expect(await refundsOf(orderId)).toMatchObject([
      { kind: 'refund', amount_cents: 2000 },
      { kind: 'refund', amount_cents: 2999, refunded_cents: 4999, state: 'completed' },
    ]);
  });

  test('of a Basic purchase, with its base and rate', async () => {
    const { orderId, paymentId } = await buy('one-time');
    shop.paypal.refundCapture(paymentId, '10.01');
    await shop.paypal.idle();
    expect((await records(shop.rows, orderId)).entries).toMatchObject([
      { kind: 'commission', amount_cents: 1500, base_cents: 5999, rate_basis_points: 2500 },
      { kind: 'refund', amount_cents: -250, base_cents: 1001, rate_basis_points: 2500 },
    ]);
  });
});

describe('PayPal’s reversal takes back the commission', () => {
  test.each(['one-time', 'subscription'] as const)('of a %s purchase', async (type) => {
    const { orderId, paymentId } = await buy(type);
    if (type === 'one-time') shop.paypal.reverseCapture(paymentId);
    else shop.paypal.reverseSale(paymentId);
    await shop.paypal.idle();
    const cents = type === 'one-time' ? 1500 : 1250;
    expect(await entriesOf(orderId)).toEqual([
      ['commission', cents],
      ['reversal', -cents],
    ]);
    expect(await refundsOf(orderId)).toMatchObject([{ kind: 'reversal', state: 'reversed' }]);
  });

  test('of the remaining amount after a partial refund', async () => {
    const { orderId, paymentId } = await buy('subscription');
    shop.paypal.refundSale(paymentId, '20.00');
    shop.paypal.reverseSale(paymentId);
    await shop.paypal.idle();
    expect(await entriesOf(orderId)).toEqual([
      ['commission', 1250],
      ['refund', -500],
      ['reversal', -750],
    ]);
  });
});

describe('the order and number of events do not change the records', () => {
  test.each(['one-time', 'subscription'] as const)(
    'if the refund event of a %s purchase comes twice, before the payment’s event',
    async (type) => {
      shop.paypal.set({ reverseOrder: true, deliverTwice: true });
      const { orderId, paymentId } = await buy(type);
      if (type === 'one-time') shop.paypal.refundCapture(paymentId, '20.00');
      else shop.paypal.refundSale(paymentId, '20.00');
      await deliver();
      expect(await entriesOf(orderId)).toEqual([
        ['commission', type === 'one-time' ? 1500 : 1250],
        ['refund', -500],
      ]);
    },
  );

  test('if a refunded purchase is reported and its refund event is delivered many times at once', async () => {
    const { orderId, paymentId } = await buy('one-time');
    await shop.paypal.idle();
    shop.paypal.set({ holdWebhooks: true });
    shop.paypal.refundCapture(paymentId, '20.00');
    const event = Object.values(shop.paypal.state().events).at(-1);
    const body = JSON.stringify(event);
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        turn % 2
          ? track(shop, orderId)
          : shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) }),
      ),
    );
    expect(await entriesOf(orderId)).toEqual([
      ['commission', 1500],
      ['refund', -500],
    ]);
  });
});

test('a refund of a purchase without an affiliate is recorded without entries', async () => {
  const orderId = await paidOrder(shop);
  const [paymentId = ''] = Object.keys(shop.paypal.state().captures);
  shop.paypal.refundCapture(paymentId);
  await shop.paypal.idle();
  expect(await entriesOf(orderId)).toEqual([]);
  expect(await refundsOf(orderId)).toMatchObject([{ amount_cents: 5999, refunded_cents: 5999 }]);
});

test('an affiliate who is credited after a partial refund earns the commission less the refund', async () => {
  const orderId = await paidOrder(shop);
  const [paymentId = ''] = Object.keys(shop.paypal.state().captures);
  shop.paypal.refundCapture(paymentId, '20.00');
  await shop.paypal.idle();
  await track(shop, orderId, { affiliateCode: affiliate.code });
  expect(await entriesOf(orderId)).toEqual([
    ['commission', 600],
    ['refund', -200],
  ]);
});

test('a refund that PayPal’s API does not confirm changes nothing', async () => {
  const { orderId, paymentId } = await buy('one-time');
  await shop.paypal.idle();
  const before = await records(shop.rows, orderId);
  const links = [{ href: `${shop.paypal.url}/v2/payments/captures/${paymentId}`, rel: 'up' }];
  for (const type of ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.SALE.REVERSED', 'CUSTOMER.DISPUTE.RESOLVED']) {
    const claim = { id: 'FORGED', dispute_id: 'PP-R-FORGED', status: 'COMPLETED', links };
    const { id, body } = newEvent(type, claim);
    const answer = await shop.call('POST', '/api/paypal/webhook', body, {
      headers: shop.webhooks.sign(body),
    });
    expect(answer.status).toBe(200);
    expect(await shop.rows('select state from webhook_events where id = $1', [id])).toEqual([
      { state: 'failed' },
    ]);
  }
  expect(await records(shop.rows, orderId)).toEqual(before);
  expect(await refundsOf(orderId)).toEqual([]);
});
