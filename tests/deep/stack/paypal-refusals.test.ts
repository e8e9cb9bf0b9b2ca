import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import {
  basicOrder,
  callerOf,
  clientId,
  type Json,
  newOrder,
  newSubscription,
  onlyCapture,
  onlySale,
  startSimulator,
  unprocessable,
} from './simulator-context.ts';

// Our code sends none of these requests. Without these tests nobody would notice a simulator that accepts them.

function usd(value: string) {
  return { currency_code: 'USD', value };
}

test('a token needs the right credentials and grant type', async () => {
  const { simulator } = await startSimulator();
  async function requestToken(credentials: string, grant = 'client_credentials') {
    const response = await fetch(`${simulator.url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(credentials)}` },
      body: new URLSearchParams({ grant_type: grant }),
    });
    return response.status;
  }
  const right = `${clientId}:simulated-secret`;
  expect(await requestToken(right)).toBe(200);
  expect(await requestToken(right, 'password')).toBe(400);
  for (const wrong of [`${clientId}:wrong`, 'wrong:simulated-secret', ''])
    expect(await requestToken(wrong)).toBe(401);
});

test('REST calls need a valid token, and refunds need a token made with the client secret', async () => {
  const { simulator, call } = await startSimulator();
  const path = '/v2/checkout/orders/NONE';
  for (const authorization of ['', 'Bearer A21AA.eyJhdWRpZW5jZSI6InNlcnZlciJ9.forged'])
    expect((await call('GET', path, undefined, { authorization })).status).toBe(401);
  const browser = await callerOf(simulator, '');
  expect((await browser('GET', path)).status).toBe(404);
  expect((await browser('POST', '/v2/payments/captures/NONE/refund', {})).status).toBe(403);
});

test('orders that break a rule are refused', async () => {
  const { call } = await startSimulator();
  const create = (order: Json) => call('POST', '/v2/checkout/orders', order);
  for (const [issue, order] of [
    ['AMOUNT_MISMATCH', basicOrder({}, { value: '10.00' })],
    ['ITEM_TOTAL_MISMATCH', basicOrder({}, { value: '1.00', breakdown: { item_total: usd('1.00') } })],
    ['ITEM_TOTAL_REQUIRED', basicOrder({}, { breakdown: {} })],
    ['TAX_TOTAL_MISMATCH', basicOrder({}, { breakdown: { item_total: usd('59.99'), tax_total: usd('1') } })],
    ['DECIMAL_PRECISION', basicOrder({}, { value: '59.999' })],
    ['CANNOT_BE_ZERO_OR_NEGATIVE', basicOrder({}, { value: '0.00' })],
    ['INVALID_CURRENCY_CODE', basicOrder({}, { currency_code: 'XXX' })],
  ] as const)
    expect(await create(order)).toEqual(unprocessable(issue));
  for (const [issue, field, order] of [
    ['MISSING_REQUIRED_PARAMETER', '/purchase_units', { intent: 'CAPTURE' }],
    ['INVALID_ARRAY_MIN_ITEMS', '/purchase_units', { intent: 'CAPTURE', purchase_units: [] }],
    ['INVALID_PARAMETER_VALUE', '/intent', { ...basicOrder(), intent: 'SUBSCRIPTION' }],
    ['INVALID_STRING_LENGTH', '/purchase_units/0/custom_id', basicOrder({ custom_id: 'x'.repeat(256) })],
    ['INVALID_PARAMETER_SYNTAX', '/purchase_units/0/amount/value', basicOrder({}, { value: 'free' })],
  ] as const)
    expect(await create(order)).toMatchObject({
      status: 400,
      body: { name: 'INVALID_REQUEST', details: [{ issue, field, location: 'body' }] },
    });
});

test('a capture needs an approved order and an accepted card, and is made once', async () => {
  const { simulator, call } = await startSimulator();
  const id = await newOrder(call);
  const path = `/v2/checkout/orders/${id}/capture`;
  expect(await call('POST', path, {})).toEqual(unprocessable('ORDER_NOT_APPROVED'));
  simulator.approve(id, { outcome: 'decline' });
  expect(await call('POST', path, {})).toEqual(unprocessable('INSTRUMENT_DECLINED'));
  simulator.approve(id, { outcome: 'fail' });
  expect(await call('POST', path, {})).toEqual(unprocessable('TRANSACTION_REFUSED'));
  simulator.approve(id);
  const again = { 'paypal-request-id': 'capture-1' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', path, {}, again)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
  expect(await call('POST', path, {})).toEqual(unprocessable('ORDER_ALREADY_CAPTURED'));
});

test('refunds of a capture add up to its amount, but not to more', async () => {
  const { simulator, call } = await startSimulator();
  simulator.set({ pendingCaptures: true });
  const orderId = await newOrder(call);
  simulator.approve(orderId);
  await call('POST', `/v2/checkout/orders/${orderId}/capture`, {});
  const captureId = onlyCapture(simulator);
  const refund = (body: Json) => call('POST', `/v2/payments/captures/${captureId}/refund`, body);
  expect(await refund({})).toEqual(unprocessable('PENDING_CAPTURE'));
  simulator.settleCapture(captureId, 'COMPLETED');
  expect((await refund({ amount: usd('20.00') })).status).toBe(201);
  expect(await refund({ amount: usd('40.00') })).toEqual(unprocessable('REFUND_AMOUNT_EXCEEDED'));
  expect(await refund({ amount: { currency_code: 'EUR', value: '1.00' } })).toEqual(
    unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH'),
  );
  expect((await refund({ amount: usd('39.99') })).status).toBe(201);
  expect(await refund({})).toEqual(unprocessable('CAPTURE_FULLY_REFUNDED'));
});

test('refunds of a sale add up to its amount, but not to more', async () => {
  const { simulator, call } = await startSimulator();
  simulator.approve(await newSubscription(call));
  const saleId = onlySale(simulator);
  const refund = (total?: string, currency = 'USD') =>
    call(
      'POST',
      `/v1/payments/sale/${saleId}/refund`,
      total === undefined ? {} : { amount: { total, currency } },
    );
  expect((await refund('9.99')).status).toBe(201);
  for (const [answer, name] of [
    [await refund('49.99'), 'REFUND_EXCEEDED_TRANSACTION_AMOUNT'],
    [await refund('1.00', 'EUR'), 'CURRENCY_MISMATCH'],
    [await refund('0.00'), 'VALIDATION_ERROR'],
    [await refund('all'), 'VALIDATION_ERROR'],
  ] as const)
    expect(answer).toMatchObject({ status: 400, body: { name } });
  simulator.reverseSale(saleId);
  expect(await refund()).toMatchObject({ status: 400, body: { name: 'TRANSACTION_ALREADY_REFUNDED' } });
});

test('a subscription needs a known plan, no quantity and an absolute return address', async () => {
  const { call } = await startSimulator();
  const create = (body: Json) => call('POST', '/v1/billing/subscriptions', body);
  expect((await create({})).status).toBe(400);
  expect((await create({ plan_id: 'P-OTHER' })).status).toBe(404);
  const plan_id = 'P-ANNUAL49';
  expect(await create({ plan_id, quantity: '3' })).toEqual(
    unprocessable('SUBSCRIPTION_CANNOT_HAVE_QUANTITY'),
  );
  expect(await create({ plan_id, application_context: { return_url: '/download' } })).toMatchObject({
    status: 400,
    body: { details: [{ field: '/application_context/return_url', issue: 'INVALID_PARAMETER_SYNTAX' }] },
  });
});

test('a subscription changes its state from the allowed states only', async () => {
  const { simulator, call } = await startSimulator();
  const id = await newSubscription(call);
  simulator.approve(id);
  const act = (action: string) =>
    call('POST', `/v1/billing/subscriptions/${id}/${action}`, { reason: 'None' });
  expect(await act('activate')).toEqual(unprocessable('SUBSCRIPTION_STATUS_INVALID'));
  expect((await act('suspend')).status).toBe(204);
  expect(() => simulator.renew(id)).toThrow('SUBSCRIPTION_STATUS_INVALID');
  expect((await act('cancel')).status).toBe(204);
  expect(await act('cancel')).toEqual(unprocessable('SUBSCRIPTION_STATUS_INVALID'));
});

test('an unknown id answers the documented 404', async () => {
  const { call } = await startSimulator();
  for (const [method, path] of [
    ['GET', '/v2/checkout/orders/NONE'],
    ['POST', '/v2/checkout/orders/NONE/capture'],
    ['GET', '/v2/payments/captures/NONE'],
    ['POST', '/v2/payments/captures/NONE/refund'],
    ['GET', '/v2/payments/refunds/NONE'],
    ['GET', '/v1/billing/subscriptions/NONE'],
    ['GET', '/v2/checkout/orders/constructor'],
  ] as const)
    expect(await call(method, path), path).toMatchObject({
      status: 404,
      body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] },
    });
});

test.for([
  ['', "'client-id' not passed"],
  ['?client-id=other', 'client-id not recognized'],
  [`?client-id=${clientId}&intent=gift`, 'Invalid query value for intent'],
  [`?client-id=${clientId}&vault=perhaps`, 'Invalid query value for vault'],
])('a wrong SDK address returns a script that throws the reason: %s', async ([query, problem]) => {
  const { simulator } = await startSimulator();
  const response = await fetch(`${simulator.sdkUrl}${query}`);
  expect(response.status).toBe(400);
  const script = await response.text();
  expect(() => {
    new Script(script).runInNewContext({ Error });
  }).toThrow(problem);
});
