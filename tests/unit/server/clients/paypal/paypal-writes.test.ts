import { expect, test } from 'vitest';
import type { PaymentKind } from '../../../../../src/server/frame/context/paypal.ts';
import { writesScene } from './paypal-writes-scene.ts';

const scene = writesScene();
const cancellation = { requestId: 'key', reason: 'The buyer cancelled' };

test('cancelSubscription cancels an active subscription with the reason, and PayPal sends one event', async () => {
  const id = await scene.activeSubscription();
  expect(await scene.paypal.cancelSubscription(id, cancellation)).toBeNull();
  expect(await scene.paypal.fetchSubscription(id)).toMatchObject({ state: 'cancelled' });
  expect(scene.simulator.state().subscriptions[id]?.statusNote).toBe('The buyer cancelled');
  expect(scene.eventTypes().filter((type) => type.endsWith('CANCELLED'))).toHaveLength(1);
});

test('cancelSubscription cancels a suspended subscription', async () => {
  const id = await scene.activeSubscription();
  scene.simulator.suspend(id);
  expect(await scene.paypal.cancelSubscription(id, cancellation)).toBeNull();
  expect(scene.simulator.state().subscriptions[id]?.status).toBe('CANCELLED');
});

test('cancelSubscription returns PayPal’s refusal', async () => {
  const { paypal, simulator } = scene;
  const cancel = (id: string, changes = {}) => paypal.cancelSubscription(id, { ...cancellation, ...changes });
  const id = await scene.activeSubscription();
  expect(await cancel('I-NONE')).toEqual({ refusal: 'INVALID_RESOURCE_ID' });
  expect(await cancel(id, { reason: '' })).toEqual({ refusal: 'INVALID_STRING_MIN_LENGTH' });
  expect(await cancel(id, { reason: 'x'.repeat(129) })).toEqual({ refusal: 'INVALID_STRING_MAX_LENGTH' });
  expect(simulator.state().subscriptions[id]?.status).toBe('ACTIVE');
  simulator.expire(id);
  expect(await cancel(id)).toEqual({ refusal: 'SUBSCRIPTION_STATUS_INVALID' });
});

test('PayPal refuses to cancel a subscription again, even with the same key', async () => {
  const id = await scene.activeSubscription();
  await scene.paypal.cancelSubscription(id, cancellation);
  expect(await scene.paypal.cancelSubscription(id, cancellation)).toEqual({
    refusal: 'SUBSCRIPTION_STATUS_INVALID',
  });
});

const kinds = [
  ['capture', 59_99, 'PAYMENT.CAPTURE.REFUNDED', 'REFUND_AMOUNT_EXCEEDED', 'CAPTURE_FULLY_REFUNDED'],
  [
    'sale',
    49_99,
    'PAYMENT.SALE.REFUNDED',
    'REFUND_EXCEEDED_TRANSACTION_AMOUNT',
    'TRANSACTION_ALREADY_REFUNDED',
  ],
] as const;

test.each(kinds)(
  'refundPayment refunds a %s in parts, up to its amount',
  async (kind, amountCents, event, tooLarge, alreadyRefunded) => {
    const id = await scene.pay(kind);
    const first = await scene.refund(id, kind, { requestId: 'first', note: 'Refund from the shop' });
    const [stored] = scene.refunds();
    expect(first).toEqual({ refundId: stored?.id });
    expect(stored).toMatchObject({ paymentId: id, amountCents: 10_00, note: 'Refund from the shop' });
    expect(await scene.paypal.fetchRefund(stored?.id ?? '', kind)).toMatchObject({
      paymentId: id,
      state: 'completed',
      amount: { cents: 10_00, currency: 'USD' },
    });

    const more = (requestId: string, cents: number) =>
      scene.refund(id, kind, { requestId, amountCents: cents });
    expect(await more('large', amountCents)).toEqual({ refusal: tooLarge });
    expect(await more('rest', amountCents - 10_00)).toEqual({ refundId: expect.any(String) as string });
    expect(await more('late', 1)).toEqual({ refusal: alreadyRefunded });
    expect(scene.refunds()).toHaveLength(2);
    expect(scene.eventTypes().filter((type) => type === event)).toHaveLength(2);
  },
);

test.each<[PaymentKind, string]>([
  ['capture', 'PENDING_CAPTURE'],
  ['sale', 'TRANSACTION_REFUSED'],
])('refundPayment returns PayPal’s refusal for a pending or unknown %s', async (kind, refusal) => {
  scene.simulator.set({ pendingCaptures: true, pendingSales: true });
  expect(await scene.refund(await scene.pay(kind), kind)).toEqual({ refusal });
  expect(await scene.refund('NONE', kind)).toEqual({ refusal: 'INVALID_RESOURCE_ID' });
  expect(scene.refunds()).toEqual([]);
});

test.each<[PaymentKind, number]>([
  ['capture', 201],
  ['sale', 200],
])(
  'fifty refunds of a %s with one key make one refund, and all return its id',
  async (kind, repeatStatus) => {
    const id = await scene.pay(kind);
    const results = await Promise.all(Array.from({ length: 50 }, () => scene.refund(id, kind)));
    const [only, ...others] = scene.refunds();
    expect(others).toEqual([]);
    for (const result of results) expect(result).toEqual({ refundId: only?.id });
    expect(scene.eventTypes().filter((type) => type.endsWith('REFUNDED'))).toHaveLength(1);

    const path = kind === 'capture' ? `/v2/payments/captures/${id}` : `/v1/payments/sale/${id}`;
    const repeated = await scene.call('POST', `${path}/refund`, {}, { 'paypal-request-id': 'key' });
    expect(repeated).toMatchObject({ status: repeatStatus, body: { id: only?.id } });
  },
);

test('one key for two payments makes a refund of each', async () => {
  const [capture, sale] = [await scene.pay('capture'), await scene.pay('sale')];
  await scene.refund(capture, 'capture');
  await scene.refund(sale, 'sale');
  expect(scene.refunds().map(({ paymentId }) => paymentId)).toEqual([capture, sale]);
});

test.each<PaymentKind[]>([['capture'], ['sale']])(
  'a pending refund of a %s counts at once, and its event is sent when it completes',
  async (kind) => {
    const { simulator, paypal } = scene;
    simulator.set({ pendingRefunds: true });
    const id = await scene.pay(kind);
    const all = kind === 'capture' ? 59_99 : 49_99;
    await scene.refund(id, kind, { amountCents: all });
    const refundId = scene.refunds()[0]?.id ?? '';
    expect(await paypal.fetchRefund(refundId, kind)).toMatchObject({ state: 'pending' });
    expect(await scene.refund(id, kind, { requestId: 'more' })).toHaveProperty('refusal');
    expect(scene.eventTypes().filter((type) => type.endsWith('REFUNDED'))).toEqual([]);

    simulator.settleRefund(refundId, 'COMPLETED');
    expect(await paypal.fetchRefund(refundId, kind)).toMatchObject({ state: 'completed' });
    expect(scene.eventTypes().filter((type) => type.endsWith('REFUNDED'))).toHaveLength(1);
    expect(() => simulator.settleRefund(refundId, 'COMPLETED')).toThrow('REFUND_NOT_PENDING');
  },
);

test('the money of a failed refund can be refunded again', async () => {
  scene.simulator.set({ pendingRefunds: true });
  const id = await scene.pay('capture');
  await scene.refund(id, 'capture', { amountCents: 59_99 });
  const refundId = scene.refunds()[0]?.id ?? '';
  scene.simulator.settleRefund(refundId, 'FAILED');
  expect(await scene.paypal.fetchRefund(refundId, 'capture')).toMatchObject({ state: 'failed' });
  const second = await scene.refund(id, 'capture', { amountCents: 59_99, requestId: 'second' });
  expect(second).toEqual({ refundId: expect.any(String) as string });
  expect(scene.eventTypes().filter((type) => type.endsWith('REFUNDED'))).toEqual([]);
});
