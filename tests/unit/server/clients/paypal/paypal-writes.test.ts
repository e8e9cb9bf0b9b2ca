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
