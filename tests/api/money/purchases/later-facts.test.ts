import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import type { PayPal } from '../../../../src/server/frame/context/paypal.ts';
import { newSubscription, paidOrder, records, track } from '../../buyer.ts';
import { startApi } from '../../harness.ts';
import { type TestAffiliate, newAffiliate, newEmail, unique } from '../../factories.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { pastOrder } from '../../past-purchases.ts';
import { type Shop, startShop } from '../../shop.ts';
import { personFromEmail } from '../../../../stack/paypal/values.ts';

const customers = Array.from({ length: 6 }, () => newEmail('returning'));
const [firstEmail = '', secondEmail = ''] = customers;
const pairs = customers.slice(2).map((email) => ({
  first: pastOrder({ paidAt: '2025-12-31T10:00:00Z', email }),
  second: pastOrder({ paidAt: '2026-06-30T10:00:00Z', email }),
}));
const purchases = {
  founding: pastOrder({ paidAt: '2025-12-31T10:00:00Z', email: firstEmail }),
  next: pastOrder({ paidAt: '2026-06-30T10:00:00Z', email: firstEmail }),
  older: pastOrder({ paidAt: '2024-06-30T10:00:00Z', email: firstEmail }),
  disguised: pastOrder({ paidAt: '2026-06-30T10:00:00Z', email: secondEmail }),
  own: pastOrder({ paidAt: '2026-07-30T10:00:00Z', email: secondEmail }),
};
const forgottenEmail = newEmail('forgotten');
const forgotten = pastOrder({ paidAt: '2025-12-31T10:00:00Z', email: forgottenEmail });
const affiliateEmail = newEmail('affiliate');
// The second customer's later purchase has another email of the same payer: the affiliate's email.
if (purchases.own.order.payer) purchases.own.order.payer.email_address = affiliateEmail;

// A buyer whose second payment has another payer id, and whose third payment has that payer id and another address.
const datedEmail = newEmail('dated');
const alias = newEmail('alias');
const dated = {
  first: pastOrder({ paidAt: '2025-12-28T10:00:00Z', email: datedEmail }),
  second: pastOrder({ paidAt: '2026-01-29T10:00:00Z', email: datedEmail }),
};
dated.second.order.payer = { ...personFromEmail(alias), email_address: datedEmail };

let database: NeonDatabase;
let shop: Shop;
let affiliate: TestAffiliate;
beforeAll(async () => {
  const all = [
    ...Object.values(purchases),
    ...Object.values(dated),
    forgotten,
    ...pairs.flatMap(({ first, second }) => [first, second]),
  ];
  database = await openNeon();
  shop = await startShop({
    database,
    past: {
      orders: Object.fromEntries(all.map(({ order }) => [order.id, order])),
      captures: Object.fromEntries(all.map(({ capture }) => [capture.id, capture])),
    },
  });
  affiliate = await newAffiliate(shop.rows, { activeFrom: '2024-01-01T00:00:00Z', email: affiliateEmail });
});
beforeEach(() => {
  shop.paypal.set({ holdWebhooks: false, reverseOrder: false, pendingCaptures: false, clock: null });
});
afterAll(() => shop.close());

const report = async ({ order }: { order: { id: string } }) => {
  expect((await track(shop, order.id, { affiliateCode: affiliate.code })).status).toBe(200);
};
const entriesOf = async (orderId: string) =>
  (await records(shop.rows, orderId)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
const holdsOf = async ({ order }: { order: { id: string } }) => (await records(shop.rows, order.id)).holds;

describe('an earlier payment of the buyer that is recorded after a later payment', () => {
  test('adjusts the commission of the later payment, up and down', async () => {
    const { founding, next, older } = purchases;
    await report(next);
    expect(await entriesOf(next.order.id)).toEqual([['commission', 600]]);
    await report(founding);
    await report(founding);
    expect(await entriesOf(next.order.id)).toEqual([
      ['commission', 600],
      ['adjustment', 900],
    ]);
    await report(older);
    await report(next);
    expect(await entriesOf(next.order.id)).toEqual([
      ['commission', 600],
      ['adjustment', 900],
      ['adjustment', -900],
    ]);
    expect(await entriesOf(founding.order.id)).toEqual([['commission', 1500]]);
  });

  test('still decides the rate of the later payment after the buyer was forgotten', async () => {
    const [pair] = pairs;
    if (!pair) throw new Error('There is no pair.');
    await report(pair.first);
    await report(pair.second);
    await shop.rows('update purchases set payer_email = null, payer_email_key = null, payer_id = null');
    await report(pair.second);
    expect(await entriesOf(pair.second.order.id)).toEqual([['commission', 1500]]);
  });

  test('decides the rate of the later payment even if both are recorded at the same time', async () => {
    for (const { first, second } of pairs.slice(1)) {
      await Promise.all([report(second), report(first), report(second), report(first)]);
      const sum = (await entriesOf(second.order.id)).reduce((total, [, cents]) => total + Number(cents), 0);
      expect(sum).toBe(1500);
    }
  });
});

test('a self-referral in a later purchase also holds the payer’s earlier purchase; a released hold is not placed again', async () => {
  const openHold = [{ reason: 'self-referral', released_at: null }];
  await report(purchases.disguised);
  expect(await holdsOf(purchases.disguised)).toEqual([]);
  await report(purchases.own);
  expect(await holdsOf(purchases.disguised)).toEqual(openHold);
  expect(await holdsOf(purchases.own)).toEqual(openHold);
  await shop.rows("update commission_holds set released_at = now(), released_by = 'admin'");
  await report(purchases.own);
  expect(await holdsOf(purchases.own)).toMatchObject([{ released_at: expect.any(Date) as Date }]);
});

test('a pending capture earns the rate of the date of its completion, also if its events come newest first', async () => {
  shop.paypal.set({ pendingCaptures: true, reverseOrder: true, clock: '2025-12-30T10:00:00Z' });
  const orderId = await paidOrder(shop, { code: affiliate.code });
  const capture = Object.values(shop.paypal.state().captures).find(
    (candidate) => candidate.orderId === orderId,
  );
  shop.paypal.set({ clock: '2026-01-05T10:00:00Z' });
  shop.paypal.settleCapture(capture?.id ?? '', 'COMPLETED');
  shop.paypal.set({ clock: '2026-02-05T10:00:00Z' });
  shop.paypal.refundCapture(capture?.id ?? '', '20.00');
  shop.paypal.flush();
  await shop.paypal.idle();
  expect(
    await shop.rows('select paid_at, customer_first_paid_at from payments where provider_id = $1', [
      capture?.id,
    ]),
  ).toEqual([
    {
      paid_at: new Date('2026-01-05T10:00:00Z'),
      customer_first_paid_at: new Date('2026-01-05T10:00:00Z'),
    },
  ]);
  const sum = (await entriesOf(orderId)).reduce((total, [, cents]) => total + Number(cents), 0);
  expect(sum).toBe(400);
});

test('after the buyer was forgotten, a corrected payment date changes no rate', async () => {
  await report(forgotten);
  shop.paypal.set({ pendingCaptures: true, holdWebhooks: true, clock: '2026-06-10T10:00:00Z' });
  const orderId = await paidOrder(shop, { code: affiliate.code, email: forgottenEmail });
  const capture = Object.values(shop.paypal.state().captures).find(
    (candidate) => candidate.orderId === orderId,
  );
  shop.paypal.set({ clock: '2026-06-12T10:00:00Z' });
  shop.paypal.settleCapture(capture?.id ?? '', 'COMPLETED');
  shop.paypal.refundCapture(capture?.id ?? '', '20.00');
  const paypal = { ...createPayPal(shop.paypalSettings), findCompletion: () => Promise.resolve(null) };
  expect((await track(await startApi({ database, paypal }), orderId)).status).toBe(200);
  const paidAt = () => shop.rows('select paid_at from payments where provider_id = $1', [capture?.id]);
  expect(await paidAt()).toEqual([{ paid_at: new Date('2026-06-10T10:00:00Z') }]);
  expect(await entriesOf(orderId)).toEqual([['commission', 1500]]);
  await shop.rows('update purchases set payer_email = null, payer_email_key = null, payer_id = null');
  shop.paypal.set({ holdWebhooks: false });
  shop.paypal.flush();
  await shop.paypal.idle();
  expect(await paidAt()).toEqual([{ paid_at: new Date('2026-06-12T10:00:00Z') }]);
  expect(await entriesOf(orderId)).toEqual([
    ['commission', 1500],
    ['refund', -500],
  ]);
});

test('if the refund event comes before the completion event, the buyer’s other payments keep their rates', async () => {
  const { first, second } = dated;
  await report(first);
  await report(second);
  expect(await entriesOf(second.order.id)).toEqual([['commission', 1500]]);
  shop.paypal.set({ pendingCaptures: true, reverseOrder: true, clock: '2025-12-14T10:00:00Z' });
  const orderId = await paidOrder(shop, { email: alias });
  const capture = Object.values(shop.paypal.state().captures).find(
    (candidate) => candidate.orderId === orderId,
  );
  await shop.rows('update purchases set payer_email = null, payer_email_key = null where payer_email = $1', [
    datedEmail,
  ]);
  shop.paypal.set({ clock: '2026-02-02T10:00:00Z' });
  shop.paypal.settleCapture(capture?.id ?? '', 'COMPLETED');
  shop.paypal.refundCapture(capture?.id ?? '', '20.00');
  shop.paypal.flush();
  await shop.paypal.idle();
  expect(
    await shop.rows('select paid_at, refunded_cents from payments where provider_id = $1', [capture?.id]),
  ).toEqual([{ paid_at: new Date('2026-02-02T10:00:00Z'), refunded_cents: 2000 }]);
  expect(await entriesOf(second.order.id)).toEqual([['commission', 1500]]);
});

describe('an outdated answer of PayPal does not replace a newer state of a subscription', () => {
  /** Reports a purchase to an API whose PayPal client returns an outdated subscription. */
  const reportWithStaleAnswer = async (
    orderId: string,
    stale: Awaited<ReturnType<PayPal['fetchSubscription']>>,
  ) => {
    const paypal = { ...createPayPal(shop.paypalSettings), fetchSubscription: () => Promise.resolve(stale) };
    const api = await startApi({ database, paypal });
    expect((await track(api, orderId)).status).toBe(200);
  };
  const stateOf = async (orderId: string) => (await records(shop.rows, orderId)).purchases[0]?.state;

  test('if the newer state began in the same second', async () => {
    const clock = '2026-03-01T10:00:00Z';
    const orderId = await newSubscription(shop, { email: `${unique()}@mail.example` });
    shop.paypal.set({ clock: '2026-03-01T10:00:00Z' });
    shop.paypal.suspend(orderId);
    await shop.paypal.idle();
    expect(await stateOf(orderId)).toBe('suspended');
    const stale = await createPayPal(shop.paypalSettings).fetchSubscription(orderId);
    shop.paypal.set({ clock });
    shop.paypal.activate(orderId);
    await shop.paypal.idle();
    expect(await stateOf(orderId)).toBe('active');
    await reportWithStaleAnswer(orderId, stale);
    expect(await stateOf(orderId)).toBe('active');
    await shop.paypal.idle();
  });
});
