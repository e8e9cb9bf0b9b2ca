import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Context, newContext } from '../../../src/server/context.ts';
import { trackPurchase } from '../../../src/server/domain/purchase/track-purchase.ts';
import { settlePurchase } from '../../../src/server/domain/purchase/settle-purchase.ts';
import { storeEvent } from '../../../src/server/domain/webhook/claim-event.ts';
import { processEvent } from '../../../src/server/domain/webhook/process-event.ts';
import { webhookEvent } from '../../../src/server/domain/webhook/webhook-event.ts';
import { createPayPal } from '../../../src/server/vendors/payments/paypal.ts';
import type {
  Dispute,
  Order,
  Payments,
  ProviderPayment,
  Subscription,
} from '../../../src/server/vendors/payments/payments.ts';
import { problem } from '../../../src/shared/problems.ts';
import { records } from '../buyer.ts';
import { credentials, emulatedIdentity, openEmbedded, settings, type TestDatabase } from '../harness.ts';
import { newAffiliate, newEmail, unique } from '../mint.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openEmbedded();
});
afterAll(() => database.close());

/** A server whose provider answers as told, and is not there for every other question. */
const serverWith = (answers: Partial<Payments>): Context => {
  const nobody = createPayPal({ ...credentials, apiUrl: 'http://127.0.0.1:9' });
  const services = { db: database.db, identity: emulatedIdentity(), settings, now: () => new Date() };
  return newContext({ ...services, payments: { ...nobody, ...answers } }, randomUUID());
};

const price = { cents: 59_99, currency: 'USD' };
const paidAt = new Date('2026-11-01T00:00:00Z');
const capture = (id: string, state: ProviderPayment['state']): ProviderPayment => ({
  ...{ id, state, amount: price, taxCents: 0, paidAt, paidAtLeast: false },
});

/** An order of one buyer, at a provider that says of its captures what `says` has. */
const shopWith = async (...captures: ProviderPayment[]) => {
  const { code } = await newAffiliate(database.rows, { activeFrom: '2026-01-01T00:00:00Z' });
  const order: Order = {
    id: unique(),
    createdAt: paidAt,
    payer: { id: unique(), email: newEmail('buyer') },
    planId: 'basic',
    reference: code,
    amount: price,
    payeeId: settings.merchantId,
    captures,
  };
  const says: { order: Order | null } = { order };
  return {
    order,
    /** What the provider has of the order from now on. */
    says: (...later: ProviderPayment[]) => {
      says.order = { ...order, captures: later };
    },
    forgets: () => {
      says.order = null;
    },
    server: (answers: Partial<Payments> = {}) =>
      serverWith({ fetchOrder: () => Promise.resolve(says.order), ...answers }),
  };
};

const settle = async (context: Context, providerId: string) =>
  (await settlePurchase(context, { type: 'one-time', providerId, reportedCode: null })).settled;

/** What becomes of an event that is sent to the server. */
const become = async (context: Context, event_type: string, resource: object) => {
  const event = { id: `WH-${unique()}`, event_type, create_time: '2026-11-02T00:00:00Z', resource };
  const claimed = await storeEvent(context, webhookEvent.parse(event));
  if (claimed) await processEvent(context, claimed);
  const [row] = await database.rows(
    'select state, next_attempt_at is not null as due from webhook_events where id = $1',
    [event.id],
  );
  return row;
};
const related = (order_id: string) => ({ supplementary_data: { related_ids: { order_id } } });

/** What becomes of an event that tells of money that went back from a payment; cents, all of it unless said otherwise. */
const goBack = (
  shop: Awaited<ReturnType<typeof shopWith>>,
  how: 'REFUNDED' | 'REVERSED',
  paymentId: string,
  cents = price.cents,
) => {
  const [id, type] = [unique(), `PAYMENT.CAPTURE.${how}`];
  const amount = { ...price, cents };
  const server = shop.server({
    fetchRefund: () => Promise.resolve({ id, paymentId, amount, state: 'completed', refundedAt: new Date() }),
    fetchEvent: () => Promise.resolve({ type, completed: null }),
    fetchPaymentOrigin: () => Promise.resolve({ type: 'one-time', providerId: shop.order.id }),
  });
  return become(server, type, { id });
};

test('a second capture that pends after a declined one is waited for, and its event is tried again', async () => {
  const [one, two] = [unique(), unique()];
  const shop = await shopWith(capture(one, 'pending'));
  expect(await settle(shop.server(), shop.order.id)).toMatchObject({ outcome: 'open' });
  shop.says(capture(one, 'declined'));
  expect(await settle(shop.server(), shop.order.id)).toMatchObject({ outcome: 'unpaid' });
  shop.says(capture(one, 'declined'), capture(two, 'pending'));
  expect(await settle(shop.server(), shop.order.id)).toMatchObject({ outcome: 'open' });
  const completed = { id: two, ...related(shop.order.id) };
  expect(await become(shop.server(), 'PAYMENT.CAPTURE.COMPLETED', completed)).toEqual({
    state: 'failed',
    due: true,
  });
  shop.says(capture(one, 'declined'), capture(two, 'completed'));
  expect(await become(shop.server(), 'PAYMENT.CAPTURE.COMPLETED', completed)).toMatchObject({
    state: 'processed',
  });
  expect(await records(database.rows, shop.order.id)).toMatchObject({
    purchases: [{ state: 'completed' }],
    payments: [{ state: 'declined' }, { state: 'completed' }],
    entries: [{ amount_cents: 600 }],
  });
});

test('a capture that was declined and is completed after all earns its commission', async () => {
  const paymentId = unique();
  const shop = await shopWith(capture(paymentId, 'pending'));
  await settle(shop.server(), shop.order.id);
  shop.says(capture(paymentId, 'declined'));
  expect(await settle(shop.server(), shop.order.id)).toMatchObject({ outcome: 'unpaid' });
  const completed = { id: paymentId, ...related(shop.order.id) };
  expect(await become(shop.server(), 'PAYMENT.CAPTURE.COMPLETED', completed)).toEqual({
    state: 'failed',
    due: true,
  });
  shop.says(capture(paymentId, 'completed'));
  expect(await become(shop.server(), 'PAYMENT.CAPTURE.COMPLETED', completed)).toMatchObject({
    state: 'processed',
  });
  expect(await records(database.rows, shop.order.id)).toMatchObject({
    purchases: [{ state: 'completed' }],
    payments: [{ state: 'completed', sequence: 1 }],
    entries: [{ amount_cents: 600 }],
  });
});

test('money that went back of an order that the provider has no more is booked', async () => {
  const paymentId = unique();
  const shop = await shopWith(capture(paymentId, 'completed'));
  await settle(shop.server(), shop.order.id);
  shop.forgets();
  await expect(settle(shop.server(), shop.order.id)).rejects.toMatchObject({ code: 'order-not-found' });
  expect(await goBack(shop, 'REFUNDED', paymentId)).toMatchObject({ state: 'processed' });
  expect(await records(database.rows, shop.order.id)).toMatchObject({
    purchases: [{ state: 'completed', amount_cents: 59_99 }],
    payments: [{ state: 'completed' }],
    entries: [{ amount_cents: 600 }, { kind: 'refund', amount_cents: -600 }],
  });
});

test.each(['pending', 'declined'] as const)(
  'a payment that was %s, and whose completion is learned with its reversal, is booked as reversed',
  async (first) => {
    const paymentId = unique();
    const shop = await shopWith(capture(paymentId, 'pending'));
    await settle(shop.server(), shop.order.id);
    shop.says(capture(paymentId, first));
    await settle(shop.server(), shop.order.id);
    shop.says(capture(paymentId, 'completed'));
    expect(await goBack(shop, 'REVERSED', paymentId)).toMatchObject({ state: 'processed' });
    expect(await records(database.rows, shop.order.id)).toMatchObject({
      purchases: [{ state: 'completed' }],
      payments: [{ state: 'reversed' }],
      entries: [{ amount_cents: 600 }, { kind: 'reversal', amount_cents: -600 }],
    });
  },
);

test('a payment that was reversed while it was pending is reversed once it is complete, whatever tells so', async () => {
  const paymentId = unique();
  const shop = await shopWith(capture(paymentId, 'pending'));
  await settle(shop.server(), shop.order.id);
  await goBack(shop, 'REVERSED', paymentId);
  expect(await records(database.rows, shop.order.id)).toMatchObject({
    payments: [{ state: 'pending' }],
    entries: [],
  });
  shop.says(capture(paymentId, 'completed'));
  expect(await goBack(shop, 'REFUNDED', paymentId)).toMatchObject({ state: 'processed' });
  const { payments, entries } = await records(database.rows, shop.order.id);
  expect(payments).toMatchObject([{ state: 'reversed' }]);
  expect(entries.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0)).toBe(0);
});

test('a code that nobody had when it was bought is looked up also after the provider let go of the order', async () => {
  const paymentId = unique();
  const code = `k${unique()}`;
  const shop = await shopWith(capture(paymentId, 'completed'));
  const unowned = { ...shop.order, reference: code };
  await settle(shop.server({ fetchOrder: () => Promise.resolve(unowned) }), shop.order.id);
  expect(await records(database.rows, shop.order.id)).toMatchObject({
    purchases: [{ affiliate_code: code, affiliate_id: null }],
    entries: [],
  });
  const { id } = await newAffiliate(database.rows, { activeFrom: '2026-01-01T00:00:00Z', code });
  shop.forgets();
  expect(await goBack(shop, 'REFUNDED', paymentId, 10_00)).toMatchObject({ state: 'processed' });
  expect(await records(database.rows, shop.order.id)).toMatchObject({
    purchases: [{ affiliate_id: id }],
    entries: [{ amount_cents: 600 }, { kind: 'refund', amount_cents: -100 }],
  });
});

test('an event of a capture that the provider does not know yet, and that names no order, is tried again', async () => {
  const server = serverWith({ fetchPaymentOrigin: () => Promise.resolve(null) });
  expect(await become(server, 'PAYMENT.CAPTURE.COMPLETED', { id: 'LATE' })).toEqual({
    state: 'failed',
    due: true,
  });
});

test('a subscription whose browser asked for other prices is refused, whatever its first payment was', async () => {
  const subscription: Subscription = {
    id: `I-${unique()}`,
    state: 'active',
    stateAt: paidAt,
    askedAt: new Date(),
    providerPlanId: settings.annualPlanId,
    createdAt: paidAt,
    isOverridden: true,
    reference: null,
    payer: { id: unique(), email: newEmail('buyer') },
    payments: [{ ...capture(unique(), 'completed'), amount: { cents: 49_99, currency: 'USD' } }],
  };
  const subscribe = (made: Subscription) =>
    settlePurchase(serverWith({ fetchSubscription: () => Promise.resolve(made) }), {
      ...{ type: 'subscription', providerId: made.id, reportedCode: null },
    });
  await expect(subscribe(subscription)).rejects.toMatchObject({ code: 'purchase-mismatch' });
  expect(await subscribe({ ...subscription, isOverridden: false })).toMatchObject({
    settled: { recorded: { amountCents: 49_99 } },
  });
});

test('when a payment completed is searched where a refund is all that is known of it, and no more once it is recorded', async () => {
  const paymentId = unique();
  const shop = await shopWith({ ...capture(paymentId, 'completed'), paidAtLeast: true });
  const searched: string[] = [];
  const server = (completedAt: string | null) =>
    shop.server({
      findCompletion: (id) => {
        searched.push(id);
        if (completedAt === null) return Promise.reject(problem('payment-provider-unavailable'));
        return Promise.resolve({ paymentId: id, at: new Date(completedAt) });
      },
    });
  const report = (completedAt: string | null) =>
    trackPurchase(server(completedAt), {
      ...{ orderId: shop.order.id, amount: price.cents, affiliateCode: null, type: 'one-time' },
    });
  const dates = () => database.rows('select paid_at from payments where provider_id = $1', [paymentId]);
  expect(await report(null)).toBeNull();
  expect(await dates()).toEqual([]);
  expect(await report('2026-11-05T00:00:00Z')).toMatchObject({ credited: true });
  expect(await report('2026-11-09T00:00:00Z')).toMatchObject({ credited: true });
  expect(await dates()).toEqual([{ paid_at: new Date('2026-11-05T00:00:00Z') }]);
  expect(searched).toEqual([paymentId, paymentId]);
});

test.each([
  ['that was never recorded', 'declined'],
  ['whose first capture was recorded before it was declined', 'pending'],
] as const)(
  'a refund of a capture that the order does not list yet, %s, is tried again',
  async (_what, first) => {
    const [one, two] = [unique(), unique()];
    const shop = await shopWith(capture(one, first));
    await settle(shop.server(), shop.order.id);
    shop.says(capture(one, 'declined'));
    await settle(shop.server(), shop.order.id);
    expect(await goBack(shop, 'REFUNDED', two)).toEqual({ state: 'failed', due: true });
    shop.says(capture(one, 'declined'), capture(two, 'completed'));
    expect(await goBack(shop, 'REFUNDED', two)).toMatchObject({ state: 'processed' });
    const { entries } = await records(database.rows, shop.order.id);
    expect(entries).toMatchObject([{ amount_cents: 600 }, { kind: 'refund', amount_cents: -600 }]);
  },
);

test('a dispute is tried again until each of its payments is on hold', async () => {
  const { code } = await newAffiliate(database.rows, { activeFrom: '2026-01-01T00:00:00Z' });
  const [one, two] = [unique(), unique()];
  const sale = (id: string): ProviderPayment => ({
    ...capture(id, 'completed'),
    amount: { cents: 49_99, currency: 'USD' },
  });
  const subscription: Subscription = {
    id: `I-${unique()}`,
    ...{ state: 'active', stateAt: paidAt, askedAt: new Date(), createdAt: paidAt },
    ...{ providerPlanId: settings.annualPlanId, isOverridden: false, reference: code },
    payer: { id: unique(), email: newEmail('buyer') },
    payments: [sale(one)],
  };
  const dispute: Dispute = {
    id: `PP-${unique()}`,
    ...{ paymentIds: [one, two], state: 'open', lost: { cents: 0, currency: 'USD' } },
    ...{ openedAt: new Date(), changedAt: new Date() },
  };
  const server = (...payments: ProviderPayment[]) =>
    serverWith({
      fetchSubscription: () => Promise.resolve({ ...subscription, payments }),
      fetchDispute: () => Promise.resolve(dispute),
      fetchPaymentOrigin: () => Promise.resolve({ type: 'subscription', providerId: subscription.id }),
    });
  const opened = (context: Context) =>
    become(context, 'CUSTOMER.DISPUTE.CREATED', { dispute_id: dispute.id });
  const holds = async () => (await records(database.rows, subscription.id)).holds;
  expect(await opened(server(sale(one)))).toEqual({ state: 'failed', due: true });
  expect(await holds()).toMatchObject([{ reason: 'dispute' }]);
  expect(await opened(server(sale(one), sale(two)))).toMatchObject({ state: 'processed' });
  expect(await holds()).toMatchObject([{ reason: 'dispute' }, { reason: 'dispute' }]);
});

test('a dispute of a capture that was declined, and is recorded nowhere, is done', async () => {
  const paymentId = unique();
  const shop = await shopWith(capture(paymentId, 'declined'));
  const dispute: Dispute = {
    id: `PP-${unique()}`,
    ...{ paymentIds: [paymentId], state: 'open', lost: { cents: 0, currency: 'USD' } },
    ...{ openedAt: new Date(), changedAt: new Date() },
  };
  const server = shop.server({
    fetchDispute: () => Promise.resolve(dispute),
    fetchPaymentOrigin: () => Promise.resolve({ type: 'one-time', providerId: shop.order.id }),
  });
  expect(await become(server, 'CUSTOMER.DISPUTE.CREATED', { dispute_id: dispute.id })).toMatchObject({
    state: 'processed',
  });
});
