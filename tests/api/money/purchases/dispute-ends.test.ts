import { expect, test } from 'vitest';
import type { Dispute } from '../../../../src/server/frame/context/paypal.ts';
import { unique } from '../../factories.ts';
import { capture, price, paypalScene } from './paypal-scene.ts';

const { processNewEvent, sendRefund, recordsOf, sync, orderWith } = paypalScene();

const [openingDate, reversalDate, endDate] = ['01', '02', '03'].map(
  (day) => new Date(`2026-11-${day}T10:00:00Z`),
) as [Date, Date, Date];

/** Records a payment. The returned `sendDisputeEvent` changes the payment's dispute at PayPal and processes an event about it. */
const disputedShop = async () => {
  const paymentId = unique();
  const shop = await orderWith(capture(paymentId, 'completed'));
  await sync(shop.context(), shop.order.id);
  let dispute: Dispute = {
    id: `PP-${unique()}`,
    paymentIds: [paymentId],
    state: 'open',
    lost: { cents: 0, currency: 'USD' },
    openedAt: openingDate,
    changedAt: openingDate,
  };
  const sendDisputeEvent = (
    kind: 'CREATED' | 'UPDATED' | 'RESOLVED',
    changes: Partial<Dispute> = {},
    createdAt = new Date(),
  ) => {
    dispute = { ...dispute, ...changes };
    const server = shop.context({ fetchDispute: () => Promise.resolve(dispute) });
    return processNewEvent(server, `CUSTOMER.DISPUTE.${kind}`, { dispute_id: dispute.id }, createdAt);
  };
  const entries = async () =>
    (await recordsOf(shop.order.id)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
  /** Returns for each hold whether it is open. */
  const holds = async () =>
    (await recordsOf(shop.order.id)).holds.map(({ released_at }) => released_at === null);
  return { shop, paymentId, sendDisputeEvent, entries, holds };
};

const restoredEntries = [
  ['commission', 600],
  ['reversal', -600],
  ['adjustment', 600],
];

test('a reversal is restored when the seller wins, and taken again when the dispute is reopened', async () => {
  const { shop, paymentId, sendDisputeEvent, entries, holds } = await disputedShop();
  await sendDisputeEvent('CREATED');
  await sendRefund(shop, 'REVERSED', paymentId, { at: reversalDate });
  expect(await entries()).toEqual(restoredEntries.slice(0, 2));
  expect(await sendDisputeEvent('RESOLVED', { state: 'won', changedAt: endDate })).toMatchObject({
    state: 'processed',
  });
  expect(await entries()).toEqual(restoredEntries);
  expect(await holds()).toEqual([false]);
  await sendDisputeEvent('RESOLVED');
  expect(await entries()).toEqual(restoredEntries);
  const later = new Date('2026-11-10T10:00:00Z');
  await sendDisputeEvent('UPDATED', { state: 'open', changedAt: later });
  expect(await entries()).toEqual([...restoredEntries, ['adjustment', -600]]);
  await sendDisputeEvent('RESOLVED', {
    state: 'lost',
    lost: price,
    changedAt: new Date('2026-11-12T10:00:00Z'),
  });
  expect(await entries()).toEqual([...restoredEntries, ['adjustment', -600]]);
});

test('a dispute’s end is retried while PayPal shows it as open, unless it was reopened since', async () => {
  const { sendDisputeEvent, holds } = await disputedShop();
  await sendDisputeEvent('CREATED');
  expect(await sendDisputeEvent('RESOLVED', {}, endDate)).toEqual({ state: 'failed', due: true });
  expect(await holds()).toEqual([true]);
  expect(
    await sendDisputeEvent('RESOLVED', { changedAt: new Date('2026-11-04T10:00:00Z') }, endDate),
  ).toMatchObject({
    state: 'processed',
  });
});
