import { expect, test } from 'vitest';
import { newAffiliate, unique } from '../../factories.ts';
import { capture, paypalScene, related } from './paypal-scene.ts';

const { processNewEvent, sendRefund, recordsOf, rows, sync, orderWith } = paypalScene();

test('a completion after a declined capture is retried until PayPal shows it', async () => {
  const [declinedId, pendingId] = [unique(), unique()];
  const shop = await orderWith(capture(declinedId, 'pending'));
  expect(await sync(shop.context(), shop.order.id)).toMatchObject({ outcome: 'open' });
  shop.setCaptures(capture(declinedId, 'declined'));
  expect(await sync(shop.context(), shop.order.id)).toMatchObject({ outcome: 'unpaid' });
  shop.setCaptures(capture(declinedId, 'declined'), capture(pendingId, 'pending'));
  expect(await sync(shop.context(), shop.order.id)).toMatchObject({ outcome: 'open' });
  const completed = { id: pendingId, ...related(shop.order.id) };
  expect(await processNewEvent(shop.context(), 'PAYMENT.CAPTURE.COMPLETED', completed)).toEqual({
    state: 'failed',
    due: true,
  });
  shop.setCaptures(capture(declinedId, 'declined'), capture(pendingId, 'completed'));
  expect(await processNewEvent(shop.context(), 'PAYMENT.CAPTURE.COMPLETED', completed)).toMatchObject({
    state: 'processed',
  });
  expect(await recordsOf(shop.order.id)).toMatchObject({
    purchases: [{ state: 'completed' }],
    payments: [{ state: 'declined' }, { state: 'completed' }],
    entries: [{ amount_cents: 600 }],
  });
});

test('a refund of an order that PayPal has deleted is recorded', async () => {
  const paymentId = unique();
  const shop = await orderWith(capture(paymentId, 'completed'));
  await sync(shop.context(), shop.order.id);
  shop.deleteOrder();
  await expect(sync(shop.context(), shop.order.id)).rejects.toMatchObject({ code: 'order-not-found' });
  expect(await sendRefund(shop, 'REFUNDED', paymentId)).toMatchObject({ state: 'processed' });
  expect(await recordsOf(shop.order.id)).toMatchObject({
    purchases: [{ state: 'completed', amount_cents: 59_99 }],
    payments: [{ state: 'completed' }],
    entries: [{ amount_cents: 600 }, { kind: 'refund', amount_cents: -600 }],
  });
});

test('a new affiliate’s code credits a recent purchase even after PayPal has deleted the order', async () => {
  const paymentId = unique();
  const code = `k${unique()}`;
  const shop = await orderWith(capture(paymentId, 'completed'));
  const orderWithUnknownCode = { ...shop.order, affiliateCode: code };
  await sync(shop.context({ fetchOrder: () => Promise.resolve(orderWithUnknownCode) }), shop.order.id);
  expect(await recordsOf(shop.order.id)).toMatchObject({
    purchases: [{ affiliate_code: code, affiliate_id: null }],
    entries: [],
  });
  const { id } = await newAffiliate(rows, { activeFrom: '2026-01-01T00:00:00Z', code });
  shop.deleteOrder();
  expect(await sendRefund(shop, 'REFUNDED', paymentId, { cents: 10_00 })).toMatchObject({
    state: 'processed',
  });
  expect(await recordsOf(shop.order.id)).toMatchObject({
    purchases: [{ affiliate_id: id }],
    entries: [{ amount_cents: 600 }, { kind: 'refund', amount_cents: -100 }],
  });
});
