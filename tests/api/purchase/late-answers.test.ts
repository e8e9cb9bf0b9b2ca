import { expect, test } from 'vitest';
import { syncPurchase } from '../../../src/server/purchases/sync-purchase.ts';
import type { Subscription } from '../../../src/server/paypal/paypal.ts';
import { settings } from '../harness.ts';
import { newAffiliate, newEmail, unique } from '../mint.ts';
import { capture, paidAt, providerScene, related } from './provider-scene.ts';

const { become, goBack, recorded, rows, serverWith, settle, shopWith } = providerScene();

test('waits for a pending capture after a declined one, and retries the event of its completion', async () => {
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
  expect(await recorded(shop.order.id)).toMatchObject({
    purchases: [{ state: 'completed' }],
    payments: [{ state: 'declined' }, { state: 'completed' }],
    entries: [{ amount_cents: 600 }],
  });
});

test('a declined capture that completes after all earns its commission', async () => {
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
  expect(await recorded(shop.order.id)).toMatchObject({
    purchases: [{ state: 'completed' }],
    payments: [{ state: 'completed', sequence: 1 }],
    entries: [{ amount_cents: 600 }],
  });
});

test('a refund of an order that PayPal has deleted is recorded', async () => {
  const paymentId = unique();
  const shop = await shopWith(capture(paymentId, 'completed'));
  await settle(shop.server(), shop.order.id);
  shop.forgets();
  await expect(settle(shop.server(), shop.order.id)).rejects.toMatchObject({ code: 'order-not-found' });
  expect(await goBack(shop, 'REFUNDED', paymentId)).toMatchObject({ state: 'processed' });
  expect(await recorded(shop.order.id)).toMatchObject({
    purchases: [{ state: 'completed', amount_cents: 59_99 }],
    payments: [{ state: 'completed' }],
    entries: [{ amount_cents: 600 }, { kind: 'refund', amount_cents: -600 }],
  });
});

test('a dispute of an order that PayPal has deleted puts its commission on hold', async () => {
  const [paymentId, dispute_id] = [unique(), `PP-${unique()}`];
  const shop = await shopWith(capture(paymentId, 'completed'));
  await settle(shop.server(), shop.order.id);
  shop.forgets();
  const server = shop.server({
    fetchDispute: () =>
      Promise.resolve({
        ...{ id: dispute_id, paymentIds: [paymentId], state: 'open', lost: { cents: 0, currency: 'USD' } },
        ...{ openedAt: new Date(), changedAt: new Date() },
      } as const),
    fetchPaymentOrigin: () => Promise.resolve({ type: 'one-time', providerId: shop.order.id }),
  });
  expect(await become(server, 'CUSTOMER.DISPUTE.CREATED', { dispute_id })).toMatchObject({
    state: 'processed',
  });
  expect((await recorded(shop.order.id)).holds).toMatchObject([{ reason: 'dispute' }]);
});

test.each(['pending', 'declined'] as const)(
  'a payment that was %s is reversed even if its completion is learned with the reversal',
  async (first) => {
    const paymentId = unique();
    const shop = await shopWith(capture(paymentId, 'pending'));
    await settle(shop.server(), shop.order.id);
    shop.says(capture(paymentId, first));
    await settle(shop.server(), shop.order.id);
    shop.says(capture(paymentId, 'completed'));
    expect(await goBack(shop, 'REVERSED', paymentId)).toMatchObject({ state: 'processed' });
    expect(await recorded(shop.order.id)).toMatchObject({
      purchases: [{ state: 'completed' }],
      payments: [{ state: 'reversed' }],
      entries: [{ amount_cents: 600 }, { kind: 'reversal', amount_cents: -600 }],
    });
  },
);

test('a payment that was reversed while pending is reversed when it completes', async () => {
  const paymentId = unique();
  const shop = await shopWith(capture(paymentId, 'pending'));
  await settle(shop.server(), shop.order.id);
  await goBack(shop, 'REVERSED', paymentId);
  expect(await recorded(shop.order.id)).toMatchObject({
    payments: [{ state: 'pending' }],
    entries: [],
  });
  shop.says(capture(paymentId, 'completed'));
  expect(await goBack(shop, 'REFUNDED', paymentId)).toMatchObject({ state: 'processed' });
  const { payments, entries } = await recorded(shop.order.id);
  expect(payments).toMatchObject([{ state: 'reversed' }]);
  expect(entries.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0)).toBe(0);
});

test('a new affiliate’s code credits a recent purchase even after PayPal has deleted the order', async () => {
  const paymentId = unique();
  const code = `k${unique()}`;
  const shop = await shopWith(capture(paymentId, 'completed'));
  const unowned = { ...shop.order, affiliateCode: code };
  await settle(shop.server({ fetchOrder: () => Promise.resolve(unowned) }), shop.order.id);
  expect(await recorded(shop.order.id)).toMatchObject({
    purchases: [{ affiliate_code: code, affiliate_id: null }],
    entries: [],
  });
  const { id } = await newAffiliate(rows, { activeFrom: '2026-01-01T00:00:00Z', code });
  shop.forgets();
  expect(await goBack(shop, 'REFUNDED', paymentId, { cents: 10_00 })).toMatchObject({ state: 'processed' });
  expect(await recorded(shop.order.id)).toMatchObject({
    purchases: [{ affiliate_id: id }],
    entries: [{ amount_cents: 600 }, { kind: 'refund', amount_cents: -100 }],
  });
});

test('a subscription with overridden prices is refused, even if its first payment is right', async () => {
  const subscription: Subscription = {
    id: `I-${unique()}`,
    state: 'active',
    stateAt: paidAt,
    fetchedAt: new Date(),
    providerPlanId: settings.annualPlanId,
    createdAt: paidAt,
    isOverridden: true,
    affiliateCode: null,
    payer: { id: unique(), email: newEmail('buyer') },
    payments: [{ ...capture(unique(), 'completed'), amount: { cents: 49_99, currency: 'USD' } }],
  };
  const subscribe = (made: Subscription) =>
    syncPurchase(serverWith({ fetchSubscription: () => Promise.resolve(made) }), {
      ...{ type: 'subscription', providerId: made.id, reportedCode: null },
    });
  await expect(subscribe(subscription)).rejects.toMatchObject({ code: 'purchase-mismatch' });
  expect(await subscribe({ ...subscription, isOverridden: false })).toMatchObject({
    receipt: { amountCents: 49_99 },
  });
});
