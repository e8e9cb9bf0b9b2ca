import { expect, test } from 'vitest';
import { trackPurchase } from '../../../../src/server/money/purchases/track-purchase.ts';
import type {
  Dispute,
  PayPal,
  ProviderPayment,
  Subscription,
} from '../../../../src/server/frame/context/paypal.ts';
import { problem } from '../../../../src/shared/problems.ts';
import { settings } from '../../harness.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { capture, paidAt, price, paypalScene } from './paypal-scene.ts';

const { processNewEvent, sendRefund, recordsOf, rows, contextWith, sync, orderWith } = paypalScene();

test('an event of a capture that names no order is retried while PayPal does not know the capture', async () => {
  const server = contextWith({ fetchPaymentOrigin: () => Promise.resolve(null) });
  expect(await processNewEvent(server, 'PAYMENT.CAPTURE.COMPLETED', { id: 'LATE' })).toEqual({
    state: 'failed',
    due: true,
  });
});

test('after a refund overwrote the date of a capture, a report records the date of the completion, and a second report keeps it', async () => {
  const paymentId = unique();
  const shop = await orderWith({ ...capture(paymentId, 'completed'), isDateUnsure: true });
  const server = (completedAt: string | null) =>
    shop.context({
      findCompletion: (id) => {
        if (completedAt === null) return Promise.reject(problem('payment-provider-unavailable'));
        return Promise.resolve({ paymentId: id, at: new Date(completedAt) });
      },
    });
  const report = (completedAt: string | null) =>
    trackPurchase(server(completedAt), {
      orderId: shop.order.id,
      amount: price.cents,
      affiliateCode: null,
      type: 'one-time',
      email: null,
    });
  const dates = () => rows('select paid_at from payments where provider_id = $1', [paymentId]);
  expect(await report(null)).toBeNull();
  expect(await dates()).toEqual([]);
  expect(await report('2026-11-05T00:00:00Z')).toMatchObject({ credited: true });
  expect(await report('2026-11-09T00:00:00Z')).toMatchObject({ credited: true });
  expect(await dates()).toEqual([{ paid_at: new Date('2026-11-05T00:00:00Z') }]);
});

test('a sync searches for the completion of a payment that was recorded as pending', async () => {
  const paymentId = unique();
  const shop = await orderWith(capture(paymentId, 'pending'));
  await sync(shop.context(), shop.order.id);
  shop.setCaptures({ ...capture(paymentId, 'completed'), isDateUnsure: true });
  const at = new Date('2026-11-05T00:00:00Z');
  await sync(shop.context({ findCompletion: () => Promise.resolve({ paymentId, at }) }), shop.order.id);
  expect(await rows('select paid_at from payments where provider_id = $1', [paymentId])).toEqual([
    { paid_at: at },
  ]);
});

test.each([
  ['declined before it was recorded', 'declined'],
  ['declined after it was recorded', 'pending'],
] as const)(
  'a refund of an order’s second capture is retried until PayPal lists this capture (first capture: %s)',
  async (_what, firstState) => {
    const [one, two] = [unique(), unique()];
    const shop = await orderWith(capture(one, firstState));
    await sync(shop.context(), shop.order.id);
    shop.setCaptures(capture(one, 'declined'));
    await sync(shop.context(), shop.order.id);
    expect(await sendRefund(shop, 'REFUNDED', two)).toEqual({ state: 'failed', due: true });
    shop.setCaptures(capture(one, 'declined'), capture(two, 'completed'));
    expect(await sendRefund(shop, 'REFUNDED', two)).toMatchObject({ state: 'processed' });
    const { entries } = await recordsOf(shop.order.id);
    expect(entries).toMatchObject([{ amount_cents: 600 }, { kind: 'refund', amount_cents: -600 }]);
  },
);

const sale = (id: string): ProviderPayment => ({
  ...capture(id, 'completed'),
  amount: { cents: 49_99, currency: 'USD' },
});

/** Returns a subscription with an affiliate's code. `server` makes a context in which PayPal lists the given payments. */
const newPayPalSubscription = async () => {
  const { code } = await newAffiliate(rows, { activeFrom: '2026-01-01T00:00:00Z' });
  const subscription: Omit<Subscription, 'payments'> = {
    id: `I-${unique()}`,
    state: 'active',
    stateAt: paidAt,
    fetchedAt: new Date(),
    createdAt: paidAt,
    providerPlanId: settings.annualPlanId,
    isOverridden: false,
    nextBillingAt: null,
    affiliateCode: code,
    payer: { id: unique(), email: newEmail('buyer') },
  };
  const server = (payments: readonly ProviderPayment[], answers: Partial<PayPal> = {}) =>
    contextWith({
      fetchSubscription: () => Promise.resolve({ ...subscription, payments }),
      fetchPaymentOrigin: () => Promise.resolve({ type: 'subscription', providerId: subscription.id }),
      ...answers,
    });
  return { subscription, server };
};

const openDispute = (...paymentIds: readonly string[]): Dispute => ({
  id: `PP-${unique()}`,
  paymentIds,
  state: 'open',
  lost: { cents: 0, currency: 'USD' },
  openedAt: new Date(),
  changedAt: new Date(),
});

test('the event of a dispute is retried until each disputed payment is on hold', async () => {
  const [one, two] = [unique(), unique()];
  const { subscription, server } = await newPayPalSubscription();
  const dispute = openDispute(one, two);
  const sendDispute = (...ids: readonly string[]) => {
    const context = server(ids.map(sale), { fetchDispute: () => Promise.resolve(dispute) });
    return processNewEvent(context, 'CUSTOMER.DISPUTE.CREATED', { dispute_id: dispute.id });
  };
  const holds = async () => (await recordsOf(subscription.id)).holds;
  expect(await sendDispute(one)).toEqual({ state: 'failed', due: true });
  expect(await holds()).toMatchObject([{ reason: 'dispute' }]);
  expect(await sendDispute(one, two)).toMatchObject({ state: 'processed' });
  expect(await holds()).toMatchObject([{ reason: 'dispute' }, { reason: 'dispute' }]);
});

test('the event of a dispute of a declined capture is not retried', async () => {
  const paymentId = unique();
  const shop = await orderWith(capture(paymentId, 'declined'));
  const dispute = openDispute(paymentId);
  const server = shop.context({
    fetchDispute: () => Promise.resolve(dispute),
    fetchPaymentOrigin: () => Promise.resolve({ type: 'one-time', providerId: shop.order.id }),
  });
  expect(await processNewEvent(server, 'CUSTOMER.DISPUTE.CREATED', { dispute_id: dispute.id })).toMatchObject(
    {
      state: 'processed',
    },
  );
});

test.each([
  ['in another currency', { amount: { cents: 49_99, currency: 'EUR' } }],
  ['with a tax larger than the payment', { taxCents: 50_00 }],
])('events of a later payment %s, its refund and its dispute are ignored', async (_what, changes) => {
  const [one, two, three] = [unique(), unique(), unique()];
  const { subscription, server } = await newPayPalSubscription();
  const payments = [sale(one), { ...sale(two), ...changes }, sale(three)];
  const context = server(payments);
  const sendCompletion = (id: string) =>
    processNewEvent(context, 'PAYMENT.SALE.COMPLETED', { id, billing_agreement_id: subscription.id });
  expect(await sendCompletion(two)).toEqual({ state: 'ignored', due: false });
  expect(await recordsOf(subscription.id)).toMatchObject({
    payments: [{ provider_id: one }, { provider_id: three }],
    entries: [{ amount_cents: 500 }, { amount_cents: 500 }],
  });
  expect(await sendCompletion(three)).toMatchObject({ state: 'processed' });

  const type = 'PAYMENT.SALE.REFUNDED';
  const { amount } = sale(two);
  const refund = {
    id: unique(),
    paymentId: two,
    amount,
    state: 'completed',
    refundedAt: new Date(),
  } as const;
  const refundContext = server(payments, {
    fetchRefund: () => Promise.resolve(refund),
    fetchEvent: () => Promise.resolve({ type, completed: null }),
  });
  expect(await processNewEvent(refundContext, type, { id: refund.id })).toEqual({
    state: 'ignored',
    due: false,
  });

  const dispute = openDispute(two);
  const disputeContext = server(payments, { fetchDispute: () => Promise.resolve(dispute) });
  expect(
    await processNewEvent(disputeContext, 'CUSTOMER.DISPUTE.CREATED', { dispute_id: dispute.id }),
  ).toMatchObject({
    state: 'processed',
  });
});
