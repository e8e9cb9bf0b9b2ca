import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runFetchEvents } from '../../../../netlify/commands/fetch-events.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { newSubscription, nothing, paidOrder, records } from '../../buyer.ts';
import { createTestDatabase, emulatedIdentity, settings, type TestDatabase } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { terms } from '../../settings.ts';

let shop: Shop;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await startShop({ database });
});
beforeEach(async () => {
  shop.paypal.reset();
  await shop.rows('delete from webhook_events');
});
afterAll(() => shop.close());

const today = new Date('2026-06-15T08:00:00Z');
const fetchEvents = (days: readonly string[], listed?: readonly unknown[]) => {
  const paypal = createPayPal(shop.paypalSettings);
  const services = {
    db: database.db,
    paypal: listed ? { ...paypal, listEvents: () => Promise.resolve([...listed]) } : paypal,
    identity: emulatedIdentity(),
    settings,
    mail: null,
    terms,
    letters: () => Promise.resolve([]),
    now: () => today,
  };
  return runFetchEvents(days, (work) => work(services), today);
};

/** Buys on a day on which the simulator sends no webhooks. Returns the id of the purchase. */
const buyWithoutWebhook = async (day: string, kind: 'order' | 'subscription' = 'order') => {
  shop.paypal.set({ holdWebhooks: true, clock: `${day}T10:00:00Z` });
  const { code } = await newAffiliate(shop.rows);
  return kind === 'order' ? paidOrder(shop, { code }) : newSubscription(shop, { code });
};

test('events:fetch fetches and processes only the missing events of the given days', async () => {
  const [before, order, subscription] = [
    await buyWithoutWebhook('2026-06-09'),
    await buyWithoutWebhook('2026-06-10'),
    await buyWithoutWebhook('2026-06-11', 'subscription'),
  ];
  const { code, text } = await fetchEvents(['2026-06-10', '2026-06-11']);
  expect([code, text]).toEqual([0, expect.stringContaining('nothing to do: 0.')]);
  expect(await records(shop.rows, before)).toEqual(nothing);
  expect(await records(shop.rows, order)).toMatchObject({ entries: [{ amount_cents: 600 }] });
  expect(await records(shop.rows, subscription)).toMatchObject({ entries: [{ amount_cents: 500 }] });
  const again = await fetchEvents(['2026-06-10', '2026-06-11']);
  expect(again).toMatchObject({
    code: 0,
    text: expect.stringContaining('added: 0, tried again: 0') as unknown,
  });
  expect(await records(shop.rows, order)).toMatchObject({ entries: [{ amount_cents: 600 }] });
});

test('an imported purchase has the terms of the day of its order', async () => {
  const order = await buyWithoutWebhook('2026-05-30');
  await fetchEvents(['2026-05-30', '2026-05-30']);
  expect(await shop.rows('select terms_version from purchases where provider_id = $1', [order])).toEqual([
    { terms_version: '2025-03-01' },
  ]);
});

test('the PayPal client reads all pages of PayPal’s list of events, oldest event first', async () => {
  const orderId = await buyWithoutWebhook('2026-06-10', 'subscription');
  for (let time = 0; time < 130; time += 1) shop.paypal.failPayment(orderId);
  const events = Object.keys(shop.paypal.state().events);
  expect(events.length).toBeGreaterThan(130);
  const listed = await createPayPal(shop.paypalSettings).listEvents(
    new Date('2026-06-10T00:00:00Z'),
    new Date('2026-06-10T23:59:59Z'),
  );
  expect(listed).toMatchObject(events.map((id) => ({ id })));
});

test('events:fetch prints the id of an event that fails; the event is retried later', async () => {
  const orderId = await buyWithoutWebhook('2026-06-10');
  const { id } =
    Object.values(shop.paypal.state().events).find(({ event_type }) =>
      event_type.startsWith('PAYMENT.CAPTURE'),
    ) ?? {};
  const listed = await createPayPal(shop.paypalSettings).listEvents(new Date('2026-06-10T00:00:00Z'), today);
  shop.paypal.reset();
  const outcome = await fetchEvents(['2026-06-10', '2026-06-10'], [...listed, 'no event']);
  expect(outcome.code).toBe(1);
  expect(outcome.text).toContain(`${id ?? ''} failed`);
  expect(outcome.text).toContain('1 event could not be read.');
  expect(await records(shop.rows, orderId)).toEqual(nothing);
  expect(
    await shop.rows('select state, next_attempt_at is null as ended from webhook_events where id = $1', [id]),
  ).toEqual([{ state: 'failed', ended: false }]);
});

test.each([
  [['2026-06-10'], 'Name the first and the last day'],
  [['2026-06-11', '2026-06-10'], 'comes after'],
  [['2026-06-16', '2026-06-17'], 'is in the future'],
  [['2026-05-01', '2026-06-10'], 'keeps its events for 30 days'],
])('events:fetch refuses the days %j with a reason', async (days, text) => {
  expect(await fetchEvents(days)).toMatchObject({
    code: 2,
    text: expect.stringContaining(text) as unknown,
  });
});

test('events:fetch ends with code 3 if PayPal is unavailable', async () => {
  shop.paypal.set({ down: true });
  expect(await fetchEvents(['2026-06-10', '2026-06-10'])).toMatchObject({ code: 3 });
});
