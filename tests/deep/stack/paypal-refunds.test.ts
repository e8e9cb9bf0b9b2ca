import { expect, test } from 'vitest';
import { newOrder, onlyCapture, startSimulator, text, unprocessable } from './simulator-context.ts';

function usd(value: string) {
  return { currency_code: 'USD', value };
}

async function startWithPaidOrder() {
  const context = await startSimulator();
  const orderId = await newOrder(context.call);
  context.simulator.approve(orderId);
  await context.call('POST', `/v2/checkout/orders/${orderId}/capture`, {});
  const captureId = onlyCapture(context.simulator);
  return { ...context, orderId, captureId, refundPath: `/v2/payments/captures/${captureId}/refund` };
}

test('partial refunds can add up to the captured amount, but not to more', async () => {
  const { call, captureId, orderId, refundPath } = await startWithPaidOrder();
  const first = await call('POST', refundPath, { amount: usd('20.00') });
  expect(first).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
  expect((await call('GET', `/v2/payments/captures/${captureId}`)).body['status']).toBe('PARTIALLY_REFUNDED');
  expect(await call('POST', refundPath, { amount: usd('40.00') })).toEqual(
    unprocessable('REFUND_AMOUNT_EXCEEDED'),
  );
  const lastRefund = await call('POST', refundPath, {}, { prefer: 'return=representation' });
  expect(lastRefund.body).toMatchObject({
    amount: usd('39.99'),
    seller_payable_breakdown: { total_refunded_amount: usd('59.99') },
    custom_id: 'basic',
  });
  expect(await call('POST', refundPath, {})).toEqual(unprocessable('CAPTURE_FULLY_REFUNDED'));
  const order = await call('GET', `/v2/checkout/orders/${orderId}`);
  expect(order.body).toMatchObject({
    purchase_units: [
      {
        payments: {
          captures: [{ status: 'REFUNDED' }],
          refunds: [{ amount: usd('20.00') }, { amount: usd('39.99') }],
        },
      },
    ],
  });
  const refund = await call('GET', `/v2/payments/refunds/${text.parse(first.body['id'])}`);
  expect(refund).toMatchObject({ status: 200, body: { amount: usd('20.00') } });
});

test('a refund in another currency is refused', async () => {
  const { call, refundPath } = await startWithPaidOrder();
  expect(await call('POST', refundPath, { amount: { currency_code: 'EUR', value: '1.00' } })).toEqual(
    unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH'),
  );
});

test('refunds and reversals emit a refund with a link to its capture', async () => {
  const { simulator, site, captureId } = await startWithPaidOrder();
  simulator.refundCapture(captureId, '10.00');
  simulator.reverseCapture(captureId);
  await simulator.idle();
  const events = site.received.slice(-2).map(({ body }) => JSON.parse(body) as unknown);
  const up = { href: `${simulator.url}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' };
  expect(events).toMatchObject([
    { event_type: 'PAYMENT.CAPTURE.REFUNDED', resource_type: 'refund', resource: { amount: usd('10.00') } },
    { event_type: 'PAYMENT.CAPTURE.REVERSED', resource_type: 'refund', resource: { amount: usd('49.99') } },
  ]);
  for (const event of events) expect(event).toHaveProperty('resource.links', expect.arrayContaining([up]));
});

test.for([
  ['COMPLETED', 'COMPLETED', 'PAYMENT.CAPTURE.COMPLETED'],
  ['DECLINED', 'DECLINED', 'PAYMENT.CAPTURE.DECLINED'],
  ['DENIED', 'DECLINED', 'PAYMENT.CAPTURE.DENIED'],
] as const)('a pending capture ends %s', async ([result, status, event]) => {
  const { simulator, site, call } = await startSimulator();
  simulator.set({ pendingCaptures: true });
  const orderId = await newOrder(call);
  simulator.approve(orderId);
  await call('POST', `/v2/checkout/orders/${orderId}/capture`, {});
  const captureId = onlyCapture(simulator);
  const path = `/v2/payments/captures/${captureId}`;
  expect((await call('GET', path)).body).toMatchObject({
    status: 'PENDING',
    status_details: { reason: 'ECHECK' },
  });
  expect(await call('POST', `${path}/refund`, {})).toEqual(unprocessable('PENDING_CAPTURE'));
  simulator.settleCapture(captureId, result);
  expect((await call('GET', path)).body['status']).toBe(status);
  expect(() => simulator.settleCapture(captureId, result)).toThrow('CAPTURE_NOT_PENDING');
  await simulator.idle();
  expect(site.types()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.PENDING', event]);
});
