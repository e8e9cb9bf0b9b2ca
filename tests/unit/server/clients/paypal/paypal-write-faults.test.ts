import { expect, test } from 'vitest';
import { withTimeLimit } from '../../../../../src/server/frame/outbound/request-scope.ts';
import { errorAnswerOf } from '../../../../../src/server/frame/context/paypal.ts';
import type { PaymentKind } from '../../../../../src/server/frame/context/paypal.ts';
import { writesScene } from './paypal-writes-scene.ts';

const scene = writesScene();
const cancellation = { requestId: 'key', reason: 'The buyer cancelled' };
const unavailable = { code: 'payment-provider-unavailable' };

const statusOf = (id: string) => scene.simulator.state().subscriptions[id]?.status;

/** Resolves once PayPal has `count` refunds. */
const refundsReach = (count: number) => expect.poll(() => scene.refunds().length).toBe(count);

test.each([429, 500, 503] as const)(
  'while PayPal answers writes with %i, nothing is refunded or cancelled, and reads work',
  async (status) => {
    const { simulator, paypal } = scene;
    const [id, subscriptionId] = [await scene.pay('capture'), await scene.activeSubscription()];
    simulator.set({ refuseWrites: status });
    const error = await scene.refund(id, 'capture').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(unavailable);
    await expect(paypal.cancelSubscription(subscriptionId, cancellation)).rejects.toMatchObject(unavailable);
    expect(scene.refunds()).toEqual([]);
    expect(await paypal.fetchSubscription(subscriptionId)).toMatchObject({ state: 'active' });

    simulator.set({ refuseWrites: null });
    expect(await scene.refund(id, 'capture')).toHaveProperty('refundId');
    expect(await paypal.cancelSubscription(subscriptionId, cancellation)).toBeNull();
  },
);

test.each<[PaymentKind, 500 | 'disconnect']>([
  ['capture', 500],
  ['capture', 'disconnect'],
  ['sale', 500],
  ['sale', 'disconnect'],
])(
  'a refund of a %s whose answer is lost (%s) is made once, and the next try returns its id',
  async (kind, fault) => {
    const id = await scene.pay(kind);
    scene.simulator.set({ failAfterWrite: fault });
    for (let tries = 0; tries < 2; tries += 1)
      await expect(scene.refund(id, kind)).rejects.toMatchObject(unavailable);
    scene.simulator.set({ failAfterWrite: null });
    expect(await scene.refund(id, kind)).toEqual({ refundId: scene.refunds()[0]?.id });
    expect(scene.refunds()).toHaveLength(1);
  },
);

test.each([500, 'disconnect'] as const)(
  'a cancellation whose answer is lost (%s) is made, and the next try is refused',
  async (fault) => {
    const id = await scene.activeSubscription();
    scene.simulator.set({ failAfterWrite: fault });
    await expect(scene.paypal.cancelSubscription(id, cancellation)).rejects.toMatchObject(unavailable);
    expect(statusOf(id)).toBe('CANCELLED');
    expect(await scene.paypal.cancelSubscription(id, cancellation)).toEqual({
      refusal: 'SUBSCRIPTION_STATUS_INVALID',
    });
  },
);

test.each<[PaymentKind, string]>([
  ['capture', '/v2/payments/captures/'],
  ['sale', '/v1/payments/sale/'],
])(
  'a second refund of a %s with the key of an unanswered one throws, and its try after the answer returns the id',
  async (kind, path) => {
    const id = await scene.pay(kind);
    scene.simulator.set({ answerDelayMs: 1_000 });
    const first = scene.refund(id, kind);
    await refundsReach(1);
    const error = await scene.refund(id, kind).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(unavailable);
    expect(errorAnswerOf(error)).toMatchObject({ status: 409, errorName: 'RESOURCE_CONFLICT' });
    const conflict = await scene.call('POST', `${path}${id}/refund`, {}, { 'paypal-request-id': 'key' });
    expect(conflict).toMatchObject({
      status: 409,
      body: {
        name: 'RESOURCE_CONFLICT',
        debug_id: expect.any(String) as string,
        ...(kind === 'capture' && { details: [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }] }),
      },
    });
    scene.simulator.set({ answerDelayMs: 0 });
    const result = await first;
    expect(result).toEqual({ refundId: scene.refunds()[0]?.id });
    expect(await scene.refund(id, kind)).toEqual(result);
    expect(scene.refunds()).toHaveLength(1);
  },
);

test('a refund and a cancellation that PayPal answers too late throw, and are made', async () => {
  const [id, subscriptionId] = [await scene.pay('capture'), await scene.activeSubscription()];
  // Fetches the token, so that the time limits below hold for the writes alone.
  await scene.paypal.fetchOrder('NONE');
  scene.simulator.set({ answerDelayMs: 600 });
  const refund = withTimeLimit(300, () => scene.refund(id, 'capture'));
  const cancel = withTimeLimit(300, () => scene.paypal.cancelSubscription(subscriptionId, cancellation));
  await expect(refund).rejects.toMatchObject(unavailable);
  await expect(cancel).rejects.toMatchObject(unavailable);
  expect(scene.refunds()).toHaveLength(1);
  expect(statusOf(subscriptionId)).toBe('CANCELLED');

  // PayPal answers the first request, although nobody waits for it.
  await expect
    .poll(() => scene.refund(id, 'capture').catch(() => null), { timeout: 5_000 })
    .toEqual({
      refundId: scene.refunds()[0]?.id,
    });
  expect(scene.refunds()).toHaveLength(1);
});

test('a write with a token that PayPal no longer accepts is sent again with a new token, and made once', async () => {
  const [id, subscriptionId] = [await scene.pay('sale'), await scene.activeSubscription()];
  await scene.paypal.fetchOrder('NONE');
  const before = scene.simulated.clientSecret;
  const rotate = (secret: string) => {
    scene.simulated.clientSecret = scene.credentials.clientSecret = secret;
  };
  rotate('rotated');
  expect(await scene.refund(id, 'sale')).toEqual({ refundId: scene.refunds()[0]?.id });
  expect(scene.refunds()).toHaveLength(1);
  rotate(before);
  expect(await scene.paypal.cancelSubscription(subscriptionId, cancellation)).toBeNull();
  expect(scene.eventTypes().filter((type) => type.endsWith('CANCELLED'))).toHaveLength(1);
});
