import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
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
const deliver = async () => {
  shop.paypal.flush();
  await shop.paypal.idle();
};
/** Expects one purchase with one payment and one commission. */
const expectRecordedOnce = async (orderId: string, amount_cents: number) => {
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [{}],
    payments: [{ sequence: 1, state: 'completed' }],
    entries: [{ kind: 'commission', amount_cents }],
  });
};

describe('one purchase, one payment and one commission are recorded', () => {
  test('if every event is delivered twice', async () => {
    const { code } = await newAffiliate(shop.rows);
    shop.paypal.set({ deliverTwice: true });
    const orders = [await paidOrder(shop, { code }), await newSubscription(shop, { code })];
    await shop.paypal.idle();
    await expectRecordedOnce(orders[0] ?? '', 600);
    await expectRecordedOnce(orders[1] ?? '', 500);
    for (const { id } of events()) expect(await storedEvent(id)).toHaveLength(1);
  });

  test('if events come newest first, with the report in between', async () => {
    const { code } = await newAffiliate(shop.rows);
    shop.paypal.set({ reverseOrder: true });
    const orders = [await newSubscription(shop, { code }), await paidOrder(shop, { code })];
    for (const orderId of orders) await track(shop, orderId, { affiliateCode: code });
    await deliver();
    await expectRecordedOnce(orders[0] ?? '', 500);
    await expectRecordedOnce(orders[1] ?? '', 600);
  });

  test('if the same event comes many times at once', async () => {
    const { code } = await newAffiliate(shop.rows);
    shop.paypal.set({ holdWebhooks: true });
    const orderId = await paidOrder(shop, { code });
    const event = events().find(({ event_type }) => event_type === 'PAYMENT.CAPTURE.COMPLETED');
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(JSON.stringify(event))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await expectRecordedOnce(orderId, 600);
    expect(await storedEvent(event?.id ?? '')).toMatchObject([{ state: 'processed', closed: true }]);
  });

  test('if every event is repeated afterwards', async () => {
    const { code } = await newAffiliate(shop.rows);
    const orders = [await paidOrder(shop, { code }), await newSubscription(shop, { code })];
    await shop.paypal.idle();
    const before = await Promise.all(orders.map((orderId) => records(shop.rows, orderId)));
    for (const { id } of events()) shop.paypal.resend(id);
    await shop.paypal.idle();
    expect(await Promise.all(orders.map((orderId) => records(shop.rows, orderId)))).toEqual(before);
  });
});

describe('an approval that PayPal took back', () => {
  const reversed = 'CHECKOUT.PAYMENT-APPROVAL.REVERSED';
  const newReversedOrder = async (code: string) => {
    const orderId = await newOrder(shop, { code });
    shop.paypal.approve(orderId);
    shop.paypal.reverseApproval(orderId);
    return orderId;
  };
  const reversalEventId = (orderId: string) =>
    events().find(({ event_type, resource }) => event_type === reversed && resource.order_id === orderId)
      ?.id ?? '';
  const eventsOf = (orderId: string) =>
    shop.rows('select type, state from webhook_events where resource_id = $1', [orderId]);

  test('before the first capture is a failed purchase in the admins’ view, without a payment or a commission', async () => {
    const { code } = await newAffiliate(shop.rows);
    const orderId = await newReversedOrder(code);
    await shop.paypal.idle();
    expect(await storedEvent(reversalEventId(orderId))).toMatchObject([
      { state: 'processed', last_error: null, closed: true },
    ]);
    expect(await records(shop.rows, orderId)).toMatchObject({
      purchases: [{ state: 'failed' }],
      payments: [],
      entries: [],
      holds: [],
    });
    const token = await signIn('admin');
    const list = await shop.call('GET', `/api/purchases?q=${orderId}`, undefined, { token });
    const [purchase] = (list.body as { purchases: { id: string }[] }).purchases;
    expect(purchase).toMatchObject({ order_id: orderId, state: 'failed', paid_cents: 0, code });
    const details = await shop.call('GET', `/api/purchases/${purchase?.id ?? ''}`, undefined, { token });
    expect(details.body).toMatchObject({ payments: [] });
    const { events: eventsInView } = details.body as { events: unknown };
    expect(eventsInView).toContainEqual(expect.objectContaining({ type: reversed, state: 'processed' }));
    // The same event again changes nothing.
    shop.paypal.resend(reversalEventId(orderId));
    await shop.paypal.idle();
    expect((await records(shop.rows, orderId)).purchases).toHaveLength(1);
  });

  test('is followed by a capture that is recorded with its buyer and its commission', async () => {
    const { code } = await newAffiliate(shop.rows);
    const orderId = await newReversedOrder(code);
    await shop.paypal.idle();
    await pay(shop, orderId);
    await shop.paypal.idle();
    await expectRecordedOnce(orderId, 600);
    expect(await eventsOf(orderId)).toContainEqual({ type: reversed, state: 'processed' });
  });

  test('leads to the same purchase if its event comes after the event of the capture, or is the only event', async () => {
    const { code } = await newAffiliate(shop.rows);
    shop.paypal.set({ holdWebhooks: true });
    const reversedLate = await newReversedOrder(code);
    await pay(shop, reversedLate);
    const captured = events().find(({ event_type }) => event_type === 'PAYMENT.CAPTURE.COMPLETED');
    await send(JSON.stringify(captured));
    await send(JSON.stringify(events().find(({ id }) => id === reversalEventId(reversedLate))));
    await expectRecordedOnce(reversedLate, 600);

    const onlyReversed = await newReversedOrder(code);
    await pay(shop, onlyReversed);
    await send(JSON.stringify(events().find(({ id }) => id === reversalEventId(onlyReversed))));
    await expectRecordedOnce(onlyReversed, 600);
  });

  test('is ignored with a reason, and not retried, if PayPal has deleted the order', async () => {
    const { id, body } = newEvent(reversed, { order_id: `GONE${randomUUID()}` });
    await send(body);
    expect(await storedEvent(id)).toMatchObject([
      { state: 'ignored', last_error: expect.any(String) as unknown, closed: true },
    ]);
  });
});

describe('a subscription follows PayPal’s state', () => {
  const stateOf = async (orderId: string) => (await records(shop.rows, orderId)).purchases[0]?.state;

  test.each([
    ['suspend', 'suspended'],
    ['cancel', 'cancelled'],
    ['expire', 'expired'],
  ] as const)('%s → %s', async (action, state) => {
    const orderId = await newSubscription(shop);
    await shop.paypal.idle();
    expect(await stateOf(orderId)).toBe('active');
    shop.paypal[action](orderId);
    await shop.paypal.idle();
    expect(await stateOf(orderId)).toBe(state);
  });

  test('is active after a suspension, in any order of the events', async () => {
    const orderId = await newSubscription(shop);
    await shop.paypal.idle();
    shop.paypal.set({ reverseOrder: true });
    shop.paypal.suspend(orderId);
    shop.paypal.activate(orderId);
    await deliver();
    expect(await stateOf(orderId)).toBe('active');
  });

  test('keeps its payments when a payment fails', async () => {
    const orderId = await newSubscription(shop);
    await shop.paypal.idle();
    const before = await records(shop.rows, orderId);
    shop.paypal.failPayment(orderId);
    await shop.paypal.idle();
    expect(await records(shop.rows, orderId)).toEqual(before);
    expect(events().map(({ event_type }) => event_type)).toContain('BILLING.SUBSCRIPTION.PAYMENT.FAILED');
  });
});

describe('an event of an unused type is stored and ignored', () => {
  test.each([
    ['CHECKOUT.ORDER.APPROVED', { id: 'ORDER' }],
    ['SOMETHING.NEW', { id: randomUUID(), deep: { a: [1] } }],
    ['CUSTOMER.DISPUTE.SOMETHING', { dispute_id: 'PP-D-1', reason: 'UNAUTHORISED' }],
    ['VAULT.PAYMENT-TOKEN.CREATED', {}],
  ])('%s', async (type, resource) => {
    const { id, body } = newEvent(type, resource);
    expect((await send(body)).status).toBe(200);
    expect(await storedEvent(id)).toEqual([{ type, state: 'ignored', last_error: null, closed: true }]);
  });
});

test('an event about a purchase that matches no offer is ignored with a reason, and not retried', async () => {
  const orderId = await paidOrder(shop, { value: '0.01' });
  await shop.paypal.idle();
  const event = events().find(({ event_type }) => event_type === 'PAYMENT.CAPTURE.COMPLETED');
  const reason = 'This payment does not match what is sold here.';
  expect(await storedEvent(event?.id ?? '')).toMatchObject([{ state: 'ignored', last_error: reason }]);
  expect(await records(shop.rows, orderId)).toEqual(nothing);
});
