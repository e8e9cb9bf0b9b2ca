import { afterAll, beforeEach, expect, test } from 'vitest';
import { startDisputes } from './dispute-scene.ts';

const { shop, buy, holdsOf, entriesOf, deliverEvent, setClock, syncDisputeEvent, releaseHolds } =
  await startDisputes();
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

test('a lost dispute keeps the commission on hold until the money has gone back to the buyer', async () => {
  const { orderId, paymentId } = await buy('one-time');
  await shop.paypal.idle();
  shop.paypal.set({ holdWebhooks: true });
  shop.paypal.resolveDispute(shop.paypal.openDispute(paymentId), 'RESOLVED_BUYER_FAVOUR');
  await deliverEvent('CUSTOMER.DISPUTE.RESOLVED');
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
  await deliverEvent('PAYMENT.CAPTURE.REVERSED');
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'provider' }]);
  expect(await entriesOf(orderId)).toEqual([
    ['commission', 600],
    ['reversal', -600],
  ]);
});

test('a lost dispute about several payments keeps our payment on hold until money of this payment goes back', async () => {
  setClock('2026-05-01T10:00:00Z');
  const { orderId, paymentId } = await buy('one-time');
  await shop.paypal.idle();
  await syncDisputeEvent({ paymentIds: [paymentId, 'OTHER', 'ANOTHER'], state: 'lost' });
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
  setClock('2026-05-02T10:00:00Z');
  shop.paypal.refundCapture(paymentId, '20.00');
  await shop.paypal.idle();
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'provider' }]);
});

test('a refund before a lost dispute does not end the hold of the dispute', async () => {
  setClock('2026-05-01T10:00:00Z');
  const { orderId, paymentId } = await buy('one-time');
  shop.paypal.refundCapture(paymentId, '20.00');
  await shop.paypal.idle();
  setClock('2026-05-02T10:00:00Z');
  shop.paypal.set({ holdWebhooks: true });
  shop.paypal.resolveDispute(shop.paypal.openDispute(paymentId, '10.00'), 'RESOLVED_BUYER_FAVOUR');
  await deliverEvent('CUSTOMER.DISPUTE.RESOLVED');
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: null }]);
  await deliverEvent('PAYMENT.CAPTURE.REVERSED');
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'provider' }]);
});

test('if an admin releases a hold during two disputes, neither dispute places it again', async () => {
  setClock('2026-05-01T10:00:00Z');
  const { orderId, paymentId } = await buy('one-time');
  const first = shop.paypal.openDispute(paymentId, '1.00');
  await shop.paypal.idle();
  setClock('2026-05-02T10:00:00Z');
  const second = shop.paypal.openDispute(paymentId, '2.00');
  await shop.paypal.idle();
  await releaseHolds(orderId);
  for (const dispute of [first, second]) shop.paypal.reviewDispute(dispute);
  await shop.paypal.idle();
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'admin' }]);
});

test('after an admin releases a hold, a later dispute places it again, but the first dispute does not', async () => {
  setClock('2026-05-01T10:00:00Z');
  const { orderId, paymentId } = await buy('one-time');
  const first = shop.paypal.openDispute(paymentId, '1.00');
  await shop.paypal.idle();
  await releaseHolds(orderId);
  setClock('2026-05-02T10:00:00Z');
  shop.paypal.reviewDispute(first);
  await shop.paypal.idle();
  expect(await holdsOf(orderId)).toEqual([{ reason: 'dispute', released_by: 'admin' }]);
  setClock('2026-05-03T10:00:00Z');
  shop.paypal.openDispute(paymentId, '2.00');
  await shop.paypal.idle();
  expect(await holdsOf(orderId)).toEqual([
    { reason: 'dispute', released_by: 'admin' },
    { reason: 'dispute', released_by: null },
  ]);
});
