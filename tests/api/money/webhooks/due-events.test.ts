import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  claimDueEvent,
  maxEventAttempts,
  nextAttemptAt,
} from '../../../../src/server/money/webhooks/event-queue.ts';
import { nothing, paidOrder, records } from '../../buyer.ts';
import { newEvent } from '../../webhook-signer.ts';
import { minute, startEvents } from './event-scene.ts';

const {
  clock,
  shop,
  newWorkerContext,
  retryDue,
  failures,
  completedEvent,
  send,
  storeOnly,
  eventRow,
  reset,
} = await startEvents();
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

test('simultaneous workers claim different events', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { id, body } = newEvent('SOMETHING.NEW', { id: 'x' });
      await storeOnly(body);
      return id;
    }),
  );
  clock.now += 2 * minute;
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimDueEvent(newWorkerContext())));
  const claimed = claims.flatMap((claim) => claim?.event.id ?? []);
  expect(claimed.sort()).toEqual(ids.sort());
});

describe('the waits between the attempts to process an event', () => {
  const waits = Array.from({ length: maxEventAttempts }, (_, index) => {
    const at = nextAttemptAt(index + 1, new Date(0));
    return at && at.getTime() / minute;
  });

  test('double from one minute up to six hours; the last attempt is two weeks after the first', () => {
    expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    expect(waits.slice(10, -1)).toEqual(Array.from({ length: 54 }, () => 360));
    expect(waits.at(-1)).toBeNull();
    const hours = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 60;
    expect([Math.floor(hours / 24), Math.floor(hours % 24)]).toEqual([14, 2]);
  });
});

test('an event that was given up is not retried, but is processed when PayPal delivers it again', async () => {
  const orderId = await paidOrder(shop);
  const { id, body } = completedEvent();
  shop.paypal.set({ down: true });
  await send(body);
  await shop.rows('update webhook_events set attempts = $2 where id = $1', [id, maxEventAttempts - 1]);
  clock.now += minute;
  expect(await retryDue()).toEqual({ done: 0, failed: 1 });
  expect(await eventRow(id)).toMatchObject({ state: 'failed', next_attempt_at: null, leased_until: null });
  expect(failures).toMatchObject([{ attempts: maxEventAttempts, isGivenUp: true }]);
  shop.paypal.set({ down: false });
  clock.now += 30 * 24 * 60 * minute;
  expect(await retryDue()).toEqual({ done: 0, failed: 0 });
  clock.now = Date.now();
  await send(body);
  expect(await eventRow(id)).toMatchObject({ state: 'processed' });
  expect((await records(shop.rows, orderId)).purchases).toHaveLength(1);
});
