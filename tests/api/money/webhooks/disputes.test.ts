import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import type { Dispute, PayPal } from '../../../../src/server/frame/context/paypal.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { syncEvent } from '../../../../src/server/money/webhooks/process-event.ts';
import { newSubscription, paidOrder, records } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { createTestDatabase, emulatedIdentity, settings, type TestDatabase } from '../../harness.ts';
import { type Shop, startShop } from '../../shop.ts';
import { terms } from '../../settings.ts';

let database: TestDatabase;
let shop: Shop;
let code: string;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await startShop({ database });
  ({ code } = await newAffiliate(shop.rows));
});
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

/** Buys, and returns PayPal's ids of the purchase and its payment. */
const buy = async (type: 'one-time' | 'subscription') => {
  const orderId = await (type === 'one-time' ? paidOrder : newSubscription)(shop, { code });
  const { captures, sales } = shop.paypal.state();
  const [paymentId = ''] = Object.keys(type === 'one-time' ? captures : sales);
  return { orderId, paymentId };
};
const holdsOf = (orderId: string) =>
  shop.rows(
    `select reason, released_by from commission_holds h join payments p on p.id = h.payment_id
     join purchases b on b.id = p.purchase_id where b.provider_id = $1 order by h.placed_at`,
    [orderId],
  );
const entriesOf = async (orderId: string) =>
  (await records(shop.rows, orderId)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
const openHold = [{ reason: 'dispute', released_by: null }];
const releasedHold = [{ reason: 'dispute', released_by: 'provider' }];

// tests/unit/server/money/purchases/dispute-holds.test.ts has when a hold begins and ends, and
// tests/unit/server/clients/paypal/paypal-shapes.test.ts has PayPal's outcomes.
describe.each([
  ['one-time', 600],
  ['subscription', 500],
] as const)('a dispute of a %s purchase', (type, cents) => {
  test('holds the commission while it is open, and releases it when the seller wins', async () => {
    const { orderId, paymentId } = await buy(type);
    const dispute = shop.paypal.openDispute(paymentId);
    shop.paypal.reviewDispute(dispute);
    await shop.paypal.idle();
    expect(await holdsOf(orderId)).toEqual(openHold);
    shop.paypal.resolveDispute(dispute, 'RESOLVED_SELLER_FAVOUR');
    await shop.paypal.idle();
    expect(await holdsOf(orderId)).toEqual(releasedHold);
    expect(await entriesOf(orderId)).toEqual([['commission', cents]]);
  });

  test('that is lost takes back its part, also if its events come newest first and twice', async () => {
    shop.paypal.set({ reverseOrder: true, deliverTwice: true });
    const { orderId, paymentId } = await buy(type);
    const dispute = shop.paypal.openDispute(paymentId, '20.00');
    shop.paypal.resolveDispute(dispute, 'RESOLVED_BUYER_FAVOUR');
    shop.paypal.flush();
    await shop.paypal.idle();
    expect(await entriesOf(orderId)).toEqual([
      ['commission', cents],
      ['reversal', -200],
    ]);
    expect((await holdsOf(orderId)).filter(({ released_by }) => released_by === null)).toEqual([]);
    expect(
      await shop.rows('select state, lost_cents from disputes where provider_id = $1', [dispute]),
    ).toEqual([{ state: 'lost', lost_cents: 2000 }]);
  });
});

/** Processes the event of an open dispute of these payments. `answers` replaces other calls to PayPal. */
const syncDisputeEvent = (paymentIds: readonly string[], answers: Partial<PayPal> = {}) => {
  const dispute: Dispute = {
    id: `D-${String(paymentIds.length)}`,
    paymentIds,
    state: 'open',
    lost: { cents: 0, currency: 'USD' },
    openedAt: new Date('2026-05-01T12:00:00Z'),
    changedAt: new Date(),
  };
  const paypal = {
    ...createPayPal(shop.paypalSettings),
    fetchDispute: () => Promise.resolve(dispute),
    ...answers,
  };
  const services = {
    db: database.db,
    identity: emulatedIdentity(),
    paypal,
    settings,
    terms,
    mail: null,
    now: () => new Date(),
  };
  return syncEvent(newContext(services, 'test'), {
    id: 'E',
    event_type: 'CUSTOMER.DISPUTE.CREATED',
    create_time: new Date().toISOString(),
    resource: { dispute_id: dispute.id },
  });
};

test('a dispute that is also about another shop’s payment holds ours; of the other alone it is ignored', async () => {
  const { orderId, paymentId } = await buy('one-time');
  await shop.paypal.idle();
  const foreignOrder = await paidOrder(shop, { value: '0.01' });
  const captures = Object.values(shop.paypal.state().captures);
  const foreignPayment = captures.find((capture) => capture.orderId === foreignOrder)?.id ?? '';
  await shop.paypal.idle();
  expect(await syncDisputeEvent([foreignPayment])).toMatchObject({ state: 'ignored' });
  expect(await syncDisputeEvent([foreignPayment, paymentId])).toMatchObject({ state: 'processed' });
  expect(await holdsOf(orderId)).toEqual(openHold);
});

test('a dispute finds a subscription’s payment that PayPal returns as a capture without an order', async () => {
  shop.paypal.set({ holdWebhooks: true });
  const { orderId, paymentId } = await buy('subscription');
  const fetchPaymentOrigin: PayPal['fetchPaymentOrigin'] = (id, kind) =>
    kind === 'capture'
      ? Promise.resolve('standalone')
      : createPayPal(shop.paypalSettings).fetchPaymentOrigin(id, kind);
  expect(await syncDisputeEvent([paymentId], { fetchPaymentOrigin })).toMatchObject({ state: 'processed' });
  expect(await holdsOf(orderId)).toEqual(openHold);
});
