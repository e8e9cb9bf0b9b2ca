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

test('after a refund overwrote the date of a capture, a report records that of the completion', async () => {
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

test('a refund of an order’s second capture is retried until PayPal lists this capture', async () => {
  const [one, two] = [unique(), unique()];
  const shop = await orderWith(capture(one, 'pending'));
  await sync(shop.context(), shop.order.id);
  shop.setCaptures(capture(one, 'declined'));
  await sync(shop.context(), shop.order.id);
  expect(await sendRefund(shop, 'REFUNDED', two)).toEqual({ state: 'failed', due: true });
  shop.setCaptures(capture(one, 'declined'), capture(two, 'completed'));
  expect(await sendRefund(shop, 'REFUNDED', two)).toMatchObject({ state: 'processed' });
  const { entries } = await recordsOf(shop.order.id);
  expect(entries).toMatchObject([{ amount_cents: 600 }, { kind: 'refund', amount_cents: -600 }]);
});

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
    nextAmount: null,
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

test('the event of a dispute is retried until each disputed payment is on hold', async () => {
  const [one, two] = [unique(), unique()];
  const { subscription, server } = await newPayPalSubscription();
  const dispute: Dispute = {
    id: `PP-${unique()}`,
    paymentIds: [one, two],
    state: 'open',
    lost: { cents: 0, currency: 'USD' },
    openedAt: new Date(),
    changedAt: new Date(),
  };
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

test('the events of a later payment in another currency are ignored', async () => {
  const [one, two, three] = [unique(), unique(), unique()];
  const { subscription, server } = await newPayPalSubscription();
  const amount = { cents: 49_99, currency: 'EUR' };
  const payments = [sale(one), { ...sale(two), amount }, sale(three)];
  const ignored = { state: 'ignored', due: false };
  const completion = { id: two, billing_agreement_id: subscription.id };
  expect(await processNewEvent(server(payments), 'PAYMENT.SALE.COMPLETED', completion)).toEqual(ignored);
  expect(await recordsOf(subscription.id)).toMatchObject({
    payments: [{ provider_id: one }, { provider_id: three }],
    entries: [{ amount_cents: 500 }, { amount_cents: 500 }],
  });
  const type = 'PAYMENT.SALE.REFUNDED';
  const refund = { id: unique(), paymentId: two, amount, state: 'completed', refundedAt: paidAt } as const;
  const context = server(payments, {
    fetchRefund: () => Promise.resolve(refund),
    fetchEvent: () => Promise.resolve({ type, completed: null }),
  });
  expect(await processNewEvent(context, type, { id: refund.id })).toEqual(ignored);
});
