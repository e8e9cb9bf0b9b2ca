import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayPal } from '../../../../src/server/frame/context/paypal.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { newEmail } from '../../factories.ts';
import { startApi } from '../../harness.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { kindsTo, mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { runPayPalActions } from '../../paypal-action-job.ts';
import { openSession } from '../../portal-sessions.ts';
import { type Shop, startShop } from '../../shop.ts';

/** A real PostgreSQL, because the embedded one runs one statement at a time. */
let database: NeonDatabase;
let shop: Shop;
beforeAll(async () => {
  setLongTimeouts();
  database = await openNeon();
  shop = await startShop({ database });
});
afterAll(() => shop.close());

interface Subscriber {
  readonly email: string;
  /** PayPal's id of the subscription. */
  readonly orderId: string;
  readonly path: string;
  readonly headers: { readonly cookie: string };
}

/** Subscribes a buyer and opens their session. */
async function newSubscriber(): Promise<Subscriber> {
  const email = newEmail('subscriber');
  const orderId = await newSubscription(shop, { email });
  await shop.paypal.idle();
  const [row] = await shop.rows('select id from purchases where provider_id = $1', [orderId]);
  const path = `/api/portal/purchases/${String(row?.id)}/cancel`;
  return { email, orderId, path, headers: await openSession(shop.rows, email) };
}

const cancel = ({ path, headers }: Subscriber) => shop.call('POST', path, undefined, { headers });

/** Returns the states of the subscription at PayPal and here, and the states of its cancellations. */
async function statesOf({ orderId }: Subscriber) {
  const rows = await shop.rows(
    `select purchases.state::text as here, array_agg(action.state::text) as actions
     from purchases left join paypal_actions action on purchase_id = purchases.id
     where purchases.provider_id = $1 group by purchases.id`,
    [orderId],
  );
  return { ...rows[0], atPayPal: shop.paypal.state().subscriptions[orderId]?.status };
}

/** Runs the scheduled job some minutes from now. */
function runJob(minutes: number) {
  return runPayPalActions(database, shop, minutes);
}

const cancelled = { here: 'cancelled', actions: ['done'], atPayPal: 'CANCELLED' };
const waiting = { here: 'active', actions: ['waiting'], atPayPal: 'ACTIVE' };

test('a buyer cancels: PayPal is asked, and one mail says until when it runs and how to return', async () => {
  const subscriber = await newSubscriber();
  const answer = await cancel(subscriber);
  expect(answer).toMatchObject({
    status: 200,
    body: { state: 'cancelled', renews_at: null, cancellation: { state: 'done' } },
  });
  await shop.paypal.idle();
  expect(await statesOf(subscriber)).toEqual(cancelled);
  const mails = (await mailsTo(shop.rows, subscriber.email)).filter(({ kind }) => kind !== 'receipt');
  expect(mails).toHaveLength(1);
  const year = new Date().getUTCFullYear() + 1;
  const { text } = renderStored(mails[0]);
  expect(text).toMatch(new RegExp(`Runs until: .* ${String(year)}`));
  expect(text).toContain('a new year begins on the day you buy it.');
  expect(text).toMatch(/Buy again:\n.*\/buy$/m);
  expect((await cancel(subscriber)).body).toEqual(answer.body);
});

test('the address for receipts sees the subscription, but only the payer cancels it', async () => {
  const subscriber = await newSubscriber();
  const receiptEmail = newEmail('receipt');
  await track(shop, subscriber.orderId, { email: receiptEmail });
  const headers = await openSession(shop.rows, receiptEmail);
  const list = await shop.call('GET', '/api/portal/purchases', undefined, { headers });
  expect(list.body).toMatchObject({ purchases: [{ order_id: subscriber.orderId, is_payer: false }] });
  expect(await cancel({ ...subscriber, headers })).toMatchObject({
    status: 403,
    body: { code: 'payer-required' },
  });
  expect(await statesOf(subscriber)).toEqual({ here: 'active', actions: [null], atPayPal: 'ACTIVE' });
  expect((await cancel(subscriber)).body).toMatchObject({ state: 'cancelled', is_payer: true });
  await shop.paypal.idle();
  for (const email of [subscriber.email, receiptEmail])
    expect((await kindsTo(shop.rows, email)).sort()).toEqual(['receipt', 'subscription-cancelled']);
});

test('6 equal cancellations at once are one at PayPal and one here', async () => {
  const subscriber = await newSubscriber();
  const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(subscriber)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await shop.paypal.idle();
  expect(await statesOf(subscriber)).toEqual(cancelled);
  const events = Object.values(shop.paypal.state().events).map((event) => JSON.stringify(event));
  const ofSubscription = events.filter(
    (event) => event.includes('BILLING.SUBSCRIPTION.CANCELLED') && event.includes(subscriber.orderId),
  );
  expect(ofSubscription).toHaveLength(1);
  expect((await kindsTo(shop.rows, subscriber.email)).sort()).toEqual(['receipt', 'subscription-cancelled']);
});

describe('while PayPal does not answer', () => {
  test('the cancellation waits, and the job does it later', async () => {
    const subscriber = await newSubscriber();
    shop.paypal.set({ down: true });
    const answer = await cancel(subscriber);
    expect(answer.body).toMatchObject({
      state: 'active',
      renews_at: null,
      cancellation: { state: 'waiting' },
    });
    expect(await statesOf(subscriber)).toEqual(waiting);
    shop.paypal.set({ down: false });
    expect(await runJob(2)).toMatchObject({ done: 1 });
    await shop.paypal.idle();
    expect(await statesOf(subscriber)).toEqual(cancelled);
    expect(await kindsTo(shop.rows, subscriber.email)).toContain('subscription-cancelled');
  });

  test('a server that dies after PayPal’s answer leaves the rest to the event and the job, and nothing happens twice', async () => {
    const subscriber = await newSubscriber();
    const real = createPayPal(shop.paypalSettings);
    const answered = Promise.withResolvers<null>();
    const dying: PayPal = {
      ...real,
      cancelSubscription: async (id, options) => {
        await real.cancelSubscription(id, options);
        answered.resolve(null);
        return new Promise(() => undefined);
      },
    };
    const server = await startApi({ database, paypal: dying });
    void server.call('POST', subscriber.path, undefined, { headers: subscriber.headers });
    await answered.promise;
    await shop.paypal.idle();
    expect(await statesOf(subscriber)).toEqual({ ...cancelled, actions: ['waiting'] });
    expect(await runJob(1)).toMatchObject({ done: 0, waiting: 0 });
    expect(await runJob(3)).toMatchObject({ done: 1 });
    await shop.paypal.idle();
    expect(await statesOf(subscriber)).toEqual(cancelled);
    expect((await kindsTo(shop.rows, subscriber.email)).sort()).toEqual([
      'receipt',
      'subscription-cancelled',
    ]);
  });
});

test('a cancellation waits while PayPal still shows the subscription as active, and ends for a subscription that PayPal does not know', async () => {
  const subscriber = await newSubscriber();
  const real = createPayPal(shop.paypalSettings);
  const stale = await startApi({
    database,
    paypal: { ...real, cancelSubscription: () => Promise.resolve(null) },
  });
  const { headers } = subscriber;
  expect((await stale.call('POST', subscriber.path, undefined, { headers })).body).toMatchObject({
    renews_at: null,
    cancellation: { state: 'waiting' },
  });
  expect(await runJob(2)).toMatchObject({ done: 1 });
  await shop.paypal.idle();
  const other = await newSubscriber();
  const unknown = await startApi({
    database,
    paypal: {
      ...real,
      cancelSubscription: () => Promise.resolve({ refusal: 'INVALID_RESOURCE_ID' }),
      fetchSubscription: () => Promise.resolve(null),
    },
  });
  const answer = await unknown.call('POST', other.path, undefined, { headers: other.headers });
  expect(answer.body).toMatchObject({ cancellation: { state: 'refused' } });
});

test('a subscription that was cancelled at PayPal counts as done, and a one-time purchase has nothing to cancel', async () => {
  const subscriber = await newSubscriber();
  shop.paypal.set({ holdWebhooks: true });
  shop.paypal.cancel(subscriber.orderId);
  expect((await cancel(subscriber)).body).toMatchObject({
    state: 'cancelled',
    cancellation: { state: 'done' },
  });
  shop.paypal.set({ holdWebhooks: false });
  const email = newEmail('buyer');
  const orderId = await paidOrder(shop, { email });
  await shop.paypal.idle();
  const [row] = await shop.rows('select id from purchases where provider_id = $1', [orderId]);
  const path = `/api/portal/purchases/${String(row?.id)}/cancel`;
  const headers = await openSession(shop.rows, email);
  expect((await shop.call('POST', path, undefined, { headers })).body).toMatchObject({
    code: 'subscription-not-active',
  });
});
