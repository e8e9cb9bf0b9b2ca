import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOrder, newSubscription, nothing, paidOrder, pay, records, track } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { newEvent } from '../../webhook-signer.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

const send = (body: string) =>
  shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });
const storedEvent = (id: string) =>
  shop.rows(
    'select type, state, last_error, processed_at is not null as closed from webhook_events where id = $1',
    [id],
  );
const events = () => Object.values(shop.paypal.state().events);
/** Expects one purchase with one payment and one commission. */
const expectRecordedOnce = async (orderId: string, amount_cents: number) => {
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [{}],
    payments: [{ sequence: 1, state: 'completed' }],
    entries: [{ kind: 'commission', amount_cents }],
  });
};

// order.test.ts has every order of events, and tests/api/frame/db/races.test.ts simultaneous ones.
test('a purchase is recorded once if its events come newest first, and its report in between', async () => {
  const { code } = await newAffiliate(shop.rows);
  shop.paypal.set({ reverseOrder: true });
  const orders = [await newSubscription(shop, { code }), await paidOrder(shop, { code })];
  for (const orderId of orders) await track(shop, orderId, { affiliateCode: code });
  shop.paypal.flush();
  await shop.paypal.idle();
  await expectRecordedOnce(orders[0] ?? '', 500);
  await expectRecordedOnce(orders[1] ?? '', 600);
});

describe('an approval that PayPal took back', () => {
  const reversed = 'CHECKOUT.PAYMENT-APPROVAL.REVERSED';

  test('is a failed purchase, and a later capture is recorded with its commission', async () => {
    const { code } = await newAffiliate(shop.rows);
    const orderId = await newOrder(shop, { code });
    shop.paypal.approve(orderId);
    shop.paypal.reverseApproval(orderId);
    await shop.paypal.idle();
    const eventsOf = () =>
      shop.rows('select type, state from webhook_events where resource_id = $1', [orderId]);
    expect(await eventsOf()).toContainEqual({ type: reversed, state: 'processed' });
    expect(await records(shop.rows, orderId)).toMatchObject({
      purchases: [{ state: 'failed' }],
      payments: [],
      entries: [],
    });
    await pay(shop, orderId);
    await shop.paypal.idle();
    await expectRecordedOnce(orderId, 600);
  });

  test('is ignored with a reason, and not retried, if PayPal has deleted the order', async () => {
    const { id, body } = newEvent(reversed, { order_id: `GONE${randomUUID()}` });
    await send(body);
    expect(await storedEvent(id)).toMatchObject([
      { state: 'ignored', last_error: expect.any(String) as unknown, closed: true },
    ]);
  });
});

test('a subscription follows PayPal’s state', async () => {
  for (const [action, state] of [
    ['suspend', 'suspended'],
    ['cancel', 'cancelled'],
    ['expire', 'expired'],
  ] as const) {
    const orderId = await newSubscription(shop);
    await shop.paypal.idle();
    shop.paypal[action](orderId);
    await shop.paypal.idle();
    expect((await records(shop.rows, orderId)).purchases).toMatchObject([{ state }]);
  }
});

test.each([
  ['CHECKOUT.ORDER.APPROVED', { id: 'ORDER' }],
  ['VAULT.PAYMENT-TOKEN.CREATED', {}],
])('an event of the unused type %s is stored and ignored', async (type, resource) => {
  const { id, body } = newEvent(type, resource);
  expect((await send(body)).status).toBe(200);
  expect(await storedEvent(id)).toEqual([{ type, state: 'ignored', last_error: null, closed: true }]);
});

test('an event about a purchase that matches no offer is ignored with a reason, and not retried', async () => {
  const orderId = await paidOrder(shop, { value: '0.01' });
  await shop.paypal.idle();
  const event = events().find(({ event_type }) => event_type === 'PAYMENT.CAPTURE.COMPLETED');
  const reason = 'This payment doesn’t match what we sell: plan, amount, currency or payee.';
  expect(await storedEvent(event?.id ?? '')).toMatchObject([{ state: 'ignored', last_error: reason }]);
  expect(await records(shop.rows, orderId)).toEqual(nothing);
});
