import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newSubscription, paidOrder, records, track } from '../../buyer.ts';
import { type TestAffiliate, newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

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
  const orderId = await (type === 'one-time' ? paidOrder : newSubscription)(shop, { code: affiliate.code });
  const { captures, sales } = shop.paypal.state();
  const [paymentId = ''] = Object.keys(type === 'one-time' ? captures : sales);
  await shop.paypal.idle();
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

test.each(['one-time', 'subscription'] as const)(
  'PayPal’s reversal of what is left of a %s purchase takes back the commission',
  async (type) => {
    const { orderId, paymentId } = await buy(type);
    if (type === 'one-time') shop.paypal.refundCapture(paymentId, '20.00');
    else shop.paypal.refundSale(paymentId, '20.00');
    if (type === 'one-time') shop.paypal.reverseCapture(paymentId);
    else shop.paypal.reverseSale(paymentId);
    await shop.paypal.idle();
    const cents = type === 'one-time' ? 1500 : 1250;
    expect(await entriesOf(orderId)).toEqual([
      ['commission', cents],
      ['refund', -500],
      ['reversal', 500 - cents],
    ]);
    expect(await refundsOf(orderId)).toMatchObject([
      { kind: 'refund' },
      { kind: 'reversal', state: 'reversed' },
    ]);
  },
);

test('simultaneous reports and events of a refund record it once', async () => {
  const { orderId, paymentId } = await buy('one-time');
  shop.paypal.set({ holdWebhooks: true });
  shop.paypal.refundCapture(paymentId, '20.00');
  const body = JSON.stringify(Object.values(shop.paypal.state().events).at(-1));
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
