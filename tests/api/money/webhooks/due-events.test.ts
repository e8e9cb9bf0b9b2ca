import { afterAll, beforeEach, expect, test } from 'vitest';
import { eventQueue } from '../../../../src/server/money/webhooks/event-queue.ts';
import { nothing, paidOrder, records } from '../../buyer.ts';
import { newEvent } from '../../webhook-signer.ts';
import { minute, startEvents } from './event-scene.ts';

const { clock, shop, retryDue, log, completedEvent, send, storeOnly, eventRow, reset } = await startEvents();
beforeEach(reset);
afterAll(() => shop.close());

test('if a function is stopped while it processes an event, the event is processed again when its lease ends, not earlier', async () => {
  const orderId = await paidOrder(shop);
  const { id, body } = completedEvent();
  await storeOnly(body);
  expect(await eventRow(id)).toMatchObject({
    state: 'received',
    leased_until: new Date(clock.now + 2 * minute),
  });
  await send(body);
  expect(await retryDue()).toEqual({ done: 0, failed: 0 });
  expect(await records(shop.rows, orderId)).toEqual(nothing);
  clock.now += 2 * minute;
  expect(await retryDue()).toEqual({ done: 1, failed: 0 });
  expect((await records(shop.rows, orderId)).purchases).toHaveLength(1);
});

test('an event that cannot be read does not stop the others', async () => {
  const [broken, other] = [newEvent('SOMETHING.NEW', { id: 'x' }), newEvent('SOMETHING.NEW', { id: 'y' })];
  for (const { body } of [broken, other]) await storeOnly(body);
  await shop.rows(`update webhook_events set body = '{}' where id = $1`, [broken.id]);
  clock.now += 2 * minute;
  expect(await retryDue()).toEqual({ done: 1, failed: 1 });
  expect(await eventRow(broken.id)).toMatchObject({ state: 'failed', attempts: 2, leased_until: null });
  expect(log).toMatchObject([{ level: 'error', code: 'event-failed', type: 'SOMETHING.NEW', attempts: 2 }]);
});

test('an event that was given up is not retried, but is processed when PayPal delivers it again', async () => {
  const orderId = await paidOrder(shop);
  const { id, body } = completedEvent();
  shop.paypal.set({ down: true });
  await send(body);
  await shop.rows('update webhook_events set attempts = $2 where id = $1', [id, eventQueue.maxAttempts - 1]);
  clock.now += minute;
  expect(await retryDue()).toEqual({ done: 0, failed: 1 });
  expect(await eventRow(id)).toMatchObject({ state: 'failed', next_attempt_at: null, leased_until: null });
  expect(log).toMatchObject([{ code: 'event-given-up', attempts: eventQueue.maxAttempts }]);
  shop.paypal.set({ down: false });
  clock.now += 30 * 24 * 60 * minute;
  expect(await retryDue()).toEqual({ done: 0, failed: 0 });
  clock.now = Date.now();
  await send(body);
  expect(await eventRow(id)).toMatchObject({ state: 'processed' });
  expect((await records(shop.rows, orderId)).purchases).toHaveLength(1);
});

test('an event that ends its function each time is given up after the last attempt', async () => {
  const { id, body } = newEvent('SOMETHING.NEW', { id: 'x' });
  await storeOnly(body);
  await shop.rows('update webhook_events set attempts = $2 where id = $1', [id, eventQueue.maxAttempts]);
  clock.now += 2 * minute;
  expect(await retryDue()).toEqual({ done: 0, failed: 1 });
  expect(await eventRow(id)).toMatchObject({ state: 'failed', next_attempt_at: null, leased_until: null });
  expect(log).toMatchObject([{ level: 'error', code: 'event-given-up' }]);
});
