import { DrizzleQueryError } from 'drizzle-orm/errors';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../src/server/frame/context/database.ts';
import { type ClaimedEvent, storeAndClaimEvent } from '../../../../src/server/money/webhooks/event-queue.ts';
import { webhookEvent } from '../../../../src/server/money/webhooks/webhook-event.ts';
import { processEvent } from '../../../../src/server/money/webhooks/process-event.ts';
import { remainingMs, withTimeLimit } from '../../../../src/server/frame/outbound/request-scope.ts';
import { problem } from '../../../../src/shared/problems.ts';
import { nothing, paidOrder, records } from '../../buyer.ts';
import { settings } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';
import { newEvent } from '../../webhook-signer.ts';
import { minute, startEvents } from './event-scene.ts';

const {
  database,
  clock,
  shop,
  newWorkerContext,
  retryDue,
  completedEvent,
  send,
  storeOnly,
  eventRow,
  reset,
} = await startEvents();
beforeEach(reset);
afterAll(() => shop.close());

test('an event is stored, answered with 200, and processed after the answer', async () => {
  const orderId = await paidOrder(shop);
  const { id, body } = completedEvent();
  const workAfterAnswer: Promise<unknown>[] = [];
  shop.paypal.set({ delayMs: 1_000 });
  await send(newEvent('SOMETHING.NEW', { id: 'x' }).body);
  const answer = await shop.app.fetch(
    new Request('http://site.example/api/paypal/webhook', {
      method: 'POST',
      body,
      headers: shop.webhooks.sign(body),
    }),
    { waitUntil: (promise) => workAfterAnswer.push(promise) },
  );
  expect(answer.status).toBe(200);
  expect(await eventRow(id)).toMatchObject({ state: 'received', attempts: 1 });
  expect(await records(shop.rows, orderId)).toEqual(nothing);
  await Promise.all(workAfterAnswer);
  expect(await eventRow(id)).toMatchObject({ state: 'processed', next_attempt_at: null, leased_until: null });
  expect((await records(shop.rows, orderId)).purchases).toHaveLength(1);
});

test('a failed event is stored with a reason, and processed a minute later', async () => {
  const { code } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop, { code });
  const { id, body } = completedEvent();
  await send(newEvent('SOMETHING.NEW', { id: 'x' }).body);
  shop.paypal.set({ down: true });
  expect((await send(body)).status).toBe(200);
  expect(await eventRow(id)).toMatchObject({
    state: 'failed',
    attempts: 1,
    last_error: expect.stringContaining('503') as string,
    next_attempt_at: new Date(clock.now + minute),
    leased_until: null,
  });
  expect(await records(shop.rows, orderId)).toEqual(nothing);

  shop.paypal.set({ down: false });
  clock.now += minute - 1;
  expect(await retryDue()).toEqual({ done: 0, failed: 0 });
  clock.now += 1;
  expect(await retryDue()).toEqual({ done: 1, failed: 0 });
  expect(await eventRow(id)).toMatchObject({ state: 'processed', last_error: null, next_attempt_at: null });
  expect((await records(shop.rows, orderId)).entries).toMatchObject([{ amount_cents: 600 }]);
});

test('the innermost cause of a failed query is stored, even if the query is long', async () => {
  await paidOrder(shop);
  const { id, body } = completedEvent();
  const claimed = await storeOnly(body);
  const context = newWorkerContext();
  const execute = () =>
    Promise.reject(
      new DrizzleQueryError('select '.repeat(900), ['ada@mail.example'], new Error('disk is full')),
    );
  const db = Object.assign(Object.create(context.db) as typeof context.db, { execute });
  if (claimed) await processEvent({ ...context, db }, claimed);
  const { last_error: reason, ...outcome } = (await eventRow(id)) ?? {};
  expect(outcome).toMatchObject({ state: 'failed', attempts: 1 });
  expect(reason).toMatch(/^Failed query: select .*\(Error: disk is full\)$/s);
  expect(String(reason).length).toBeLessThanOrEqual(500);
});

test('a failed event is stored as failed even if the time limit of the call is over', async () => {
  await paidOrder(shop);
  const { id, body } = completedEvent();
  const claimed = (await storeOnly(body)) as ClaimedEvent;
  const context = newWorkerContext({
    fetchOrder: async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      throw problem('payment-provider-unavailable');
    },
  });
  // The deployed driver sends no statement when no time is left.
  const atomically: Database['atomically'] = (build) =>
    remainingMs(1) > 0 ? database.db.atomically(build) : Promise.reject(new Error('No time left'));
  const db = Object.assign(Object.create(database.db) as Database, { atomically });
  const { failure } = await withTimeLimit(50, () => processEvent({ ...context, db }, claimed));
  expect(failure).toMatchObject({ type: 'PAYMENT.CAPTURE.COMPLETED', attempts: 1, isGivenUp: false });
  expect(await eventRow(id)).toMatchObject({
    state: 'failed',
    next_attempt_at: new Date(clock.now + minute),
    leased_until: null,
  });
});

test('a repeated delivery processes an event again if it was ignored for a reason, but not if its type is unused', async () => {
  const { code } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop, { code });
  const { id, body } = completedEvent();
  const settingsOfOtherMerchant = { ...settings, merchantId: 'SOMEBODYELSE' };
  const claimed = await storeAndClaimEvent(newWorkerContext(), webhookEvent.parse(JSON.parse(body)));
  await processEvent({ ...newWorkerContext(), settings: settingsOfOtherMerchant }, claimed as ClaimedEvent);
  expect(await eventRow(id)).toMatchObject({ state: 'ignored', attempts: 1, next_attempt_at: null });
  expect(await records(shop.rows, orderId)).toEqual(nothing);

  // The worker dies before it is done. The event is due, and another worker claims it.
  await storeOnly(body);
  expect(await eventRow(id)).toMatchObject({ state: 'received', attempts: 2 });
  clock.now += 3 * minute;
  expect(await retryDue()).toEqual({ done: 1, failed: 0 });
  expect(await eventRow(id)).toMatchObject({ state: 'processed', last_error: null });
  expect((await records(shop.rows, orderId)).entries).toMatchObject([{ amount_cents: 600 }]);

  const other = newEvent('SOMETHING.NEW', { id: 'x' });
  for (let time = 0; time < 2; time += 1) await send(other.body);
  expect(await eventRow(other.id)).toMatchObject({ state: 'ignored', attempts: 1 });
});

test('a repeated delivery processes a failed event at once, and does not process a finished event', async () => {
  const orderId = await paidOrder(shop);
  const { id, body } = completedEvent();
  shop.paypal.set({ down: true });
  await send(newEvent('SOMETHING.NEW', { id: 'x' }).body);
  await send(body);
  shop.paypal.set({ down: false });
  await send(body);
  expect(await eventRow(id)).toMatchObject({ state: 'processed', attempts: 2 });
  await send(body);
  expect(await eventRow(id)).toMatchObject({ state: 'processed', attempts: 2 });
  expect((await records(shop.rows, orderId)).purchases).toHaveLength(1);
});

test('an event is stored without personal data, and can be processed without it', async () => {
  const email = 'somebody-known@mail.example';
  await paidOrder(shop, { email });
  for (const event of Object.values(shop.paypal.state().events)) await send(JSON.stringify(event));
  const bodies = await shop.rows('select body::text as text, state from webhook_events');
  expect(bodies.map(({ state }) => state).sort()).toEqual(['ignored', 'processed']);
  expect(JSON.stringify(bodies)).not.toContain('somebody-known');
});
