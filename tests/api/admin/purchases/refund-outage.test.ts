import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { refusalText } from '../../../../src/server/money/paypal-actions/refusal-text.ts';
import type { PayPal } from '../../../../src/server/frame/context/paypal.ts';
import { startApi } from '../../harness.ts';
import { refundedOnce, refundScene, untouched } from './refund-scene.ts';

const scene = refundScene();
const none = { done: 0, refused: 0, waiting: 0 };
const waiting = { status: 200, body: { actions: [{ state: 'waiting' }] } };

test('while PayPal is down a refund waits, also when it is repeated, and the job makes it later', async () => {
  const { shop, refund } = scene;
  const sale = await scene.sell();
  const id = randomUUID();
  shop.paypal.set({ down: true });
  expect(await refund(sale, { id })).toMatchObject(waiting);
  expect(await refund(sale, { id })).toMatchObject(waiting);
  expect((await refund(sale)).body).toMatchObject({ code: 'refund-in-progress' });
  expect(await scene.booksOf(sale)).toEqual({ ...untouched, actions: ['waiting'] });
  expect(await scene.runJob(2)).toEqual({ ...none, waiting: 1 });
  shop.paypal.set({ down: false });
  expect(await scene.runJob(10)).toEqual({ ...none, done: 1 });
  await scene.settle();
  expect(await scene.booksOf(sale)).toEqual(refundedOnce);
});

test('a refund that PayPal does not answer for 30 days is given up, and the payment can be refunded again', async () => {
  const { shop, refund } = scene;
  const sale = await scene.sell();
  shop.paypal.set({ down: true });
  expect(await refund(sale)).toMatchObject(waiting);
  shop.paypal.set({ down: false });
  const dayMinutes = 24 * 60;
  expect(await scene.runJob(31 * dayMinutes)).toEqual({ ...none, refused: 1 });
  expect(await scene.booksOf(sale)).toEqual({ ...untouched, actions: ['refused'] });
  expect(await refund(sale)).toMatchObject({
    status: 200,
    body: { actions: [{ state: 'done' }, { error: refusalText('NO_ANSWER') }] },
  });
});

describe('nothing happens twice if PayPal makes the refund, and', () => {
  test('its answer is lost: the event settles the books, and the job repeats the request', async () => {
    const { shop, refund } = scene;
    const sale = await scene.sell();
    shop.paypal.set({ failAfterWrite: 'disconnect' });
    expect(await refund(sale)).toMatchObject(waiting);
    await scene.settle();
    expect(await scene.booksOf(sale)).toEqual({ ...refundedOnce, actions: ['waiting'] });
    expect((await refund(sale, { amountCents: 1_00 })).body).toMatchObject({ code: 'refund-in-progress' });
    shop.paypal.set({ failAfterWrite: null });
    expect(await scene.runJob(2)).toEqual({ ...none, done: 1 });
    await scene.settle();
    expect(await scene.booksOf(sale)).toEqual(refundedOnce);
  });

  test('our server dies before it reads the answer: the job repeats the request', async () => {
    const { shop, database } = scene;
    const sale = await scene.sell();
    shop.paypal.set({ holdWebhooks: true });
    const real = createPayPal(shop.paypalSettings);
    const answered = Promise.withResolvers<null>();
    const dying: PayPal = {
      ...real,
      refundPayment: async (request) => {
        await real.refundPayment(request);
        answered.resolve(null);
        return new Promise(() => undefined);
      },
    };
    const server = await startApi({ database, paypal: dying });
    void scene.refund(sale, {}, server);
    await answered.promise;
    expect(await scene.booksOf(sale)).toEqual({ ...untouched, atPayPal: [20_00], actions: ['waiting'] });
    // The dead server's lease has not ended.
    expect(await scene.runJob(1)).toEqual(none);
    expect(await scene.runJob(3)).toEqual({ ...none, done: 1 });
    await scene.settle();
    expect(await scene.booksOf(sale)).toEqual(refundedOnce);
  });
});

test('a refund that PayPal has accepted is never given up; if it fails, it can be made again', async () => {
  const { shop, refund } = scene;
  const sale = await scene.sell();
  shop.paypal.set({ pendingRefunds: true });
  await refund(sale);
  expect(await scene.runJob(31 * 24 * 60)).toEqual({ ...none, waiting: 1 });
  expect((await refund(sale)).body).toMatchObject({ code: 'refund-in-progress' });
  shop.paypal.settleRefund(Object.keys(shop.paypal.state().refunds)[0] ?? '', 'FAILED');
  expect(await scene.runJob(32 * 24 * 60)).toEqual({ ...none, refused: 1 });
  shop.paypal.set({ pendingRefunds: false });
  expect((await refund(sale, { amountCents: 59_99 })).body).toMatchObject({
    refunded_cents: 59_99,
    actions: [
      { state: 'done' },
      { state: 'refused', error: 'The money couldn’t be sent back. (REFUND_FAILED)' },
    ],
  });
});
