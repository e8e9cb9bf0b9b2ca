import { expect, test } from 'vitest';
import { newOrder, newSubscription, onlyCapture, onlySale, startSimulator } from './simulator-context.ts';

function usd(value: string) {
  return { currency_code: 'USD', value };
}

test('a dispute is opened, reviewed and lost, and then the payment is reversed', async () => {
  const { simulator, site, call } = await startSimulator();
  const orderId = await newOrder(call);
  simulator.approve(orderId);
  await call('POST', `/v2/checkout/orders/${orderId}/capture`, {});
  const captureId = onlyCapture(simulator);
  const dispute = simulator.openDispute(captureId, '20.00');
  const path = `/v1/customer/disputes/${dispute}`;
  expect((await call('GET', path)).body).toMatchObject({
    dispute_id: dispute,
    status: 'OPEN',
    dispute_amount: usd('20.00'),
    disputed_transactions: [{ seller_transaction_id: captureId, gross_amount: usd('59.99') }],
  });
  simulator.reviewDispute(dispute);
  simulator.resolveDispute(dispute, 'RESOLVED_BUYER_FAVOUR');
  expect((await call('GET', path)).body).toMatchObject({
    status: 'RESOLVED',
    dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: usd('20.00') },
  });
  expect(() => simulator.resolveDispute(dispute, 'NONE')).toThrow('ACTION_NOT_ALLOWED');
  expect((await call('GET', `/v2/payments/captures/${captureId}`)).body['status']).toBe('PARTIALLY_REFUNDED');
  await simulator.idle();
  expect(site.types().slice(-4)).toEqual([
    'CUSTOMER.DISPUTE.CREATED',
    'CUSTOMER.DISPUTE.UPDATED',
    'CUSTOMER.DISPUTE.RESOLVED',
    'PAYMENT.CAPTURE.REVERSED',
  ]);
});

test('a dispute that the seller wins reverses nothing', async () => {
  const { simulator, call } = await startSimulator();
  simulator.approve(await newSubscription(call));
  const saleId = onlySale(simulator);
  const dispute = simulator.openDispute(saleId);
  simulator.resolveDispute(dispute, 'RESOLVED_SELLER_FAVOUR');
  expect((await call('GET', `/v1/payments/sale/${saleId}`)).body['state']).toBe('completed');
  expect((await call('GET', '/v1/customer/disputes/NONE')).status).toBe(404);
});

test('a new subscription has the time to which the clock is set', async () => {
  const { simulator, call } = await startSimulator();
  simulator.set({ clock: '2025-09-01T10:00:00Z' });
  const subscription = await newSubscription(call);
  simulator.approve(subscription);
  expect((await call('GET', `/v1/billing/subscriptions/${subscription}`)).body).toMatchObject({
    create_time: '2025-09-01T10:00:00Z',
    status_update_time: '2025-09-01T10:00:00Z',
  });
});
