import { expect, test } from 'vitest';
import {
  basicOrder,
  callerOf,
  clientId,
  newOrder,
  onlyCapture,
  startSimulator,
  unprocessable,
} from './simulator-context.ts';

const representation = { prefer: 'return=representation' };

test('a token needs the right credentials and grant type', async () => {
  const { simulator } = await startSimulator();
  async function requestToken(authorization: string, grant = 'client_credentials') {
    const response = await fetch(`${simulator.url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ grant_type: grant }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }
  const refused = {
    status: 401,
    body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
  };
  expect(await requestToken(`Basic ${btoa(`${clientId}:wrong`)}`)).toEqual(refused);
  expect(await requestToken(`Basic ${btoa('wrong:simulated-secret')}`)).toEqual(refused);
  expect(await requestToken('Basic ?')).toEqual(refused);
  const right = `Basic ${btoa(`${clientId}:simulated-secret`)}`;
  expect((await requestToken(right, 'password')).status).toBe(400);
  expect(await requestToken(right)).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 32_400, app_id: 'APP-80W284485P519543T' },
  });
});

test('REST calls need a valid token, and refunds need a token made with the client secret', async () => {
  const { simulator, call } = await startSimulator();
  const path = '/v2/checkout/orders/NONE';
  expect(await call('GET', path, undefined, { authorization: '' })).toMatchObject({
    status: 401,
    body: { name: 'AUTHENTICATION_FAILURE' },
  });
  const forged = { authorization: 'Bearer A21AA.eyJhdWRpZW5jZSI6InNlcnZlciJ9.forged' };
  expect(await call('GET', path, undefined, forged)).toMatchObject({
    status: 401,
    body: { error: 'invalid_token' },
  });
  const browser = await callerOf(simulator, '');
  expect(await browser('GET', path)).toMatchObject({ status: 404 });
  expect(await browser('POST', '/v2/payments/captures/NONE/refund', {})).toMatchObject({
    status: 403,
    body: { name: 'NOT_AUTHORIZED' },
  });
});

test('an order stores its fields except custom_data, and has the seller as payee', async () => {
  const { call } = await startSimulator();
  const created = await call('POST', '/v2/checkout/orders', basicOrder());
  expect(created).toMatchObject({ status: 201, body: { status: 'CREATED' } });
  expect(Object.keys(created.body).sort()).toEqual(['id', 'links', 'status']);
  const order = await call('GET', `/v2/checkout/orders/${String(created.body['id'])}`);
  expect(order).toMatchObject({ status: 200, body: { intent: 'CAPTURE', status: 'CREATED' } });
  expect(order.body).not.toHaveProperty('payer');
  expect(order.body['purchase_units']).toEqual([
    {
      reference_id: 'ref-kb1234',
      custom_id: 'basic',
      description: 'Basic',
      amount: {
        currency_code: 'USD',
        value: '59.99',
        breakdown: { item_total: { currency_code: 'USD', value: '59.99' } },
      },
      items: [{ name: 'Basic', quantity: '1', unit_amount: { currency_code: 'USD', value: '59.99' } }],
      payee: { merchant_id: 'SELLER1234567', email_address: 'seller@example.com' },
    },
  ]);
});

test('an order without a reference id has the id "default", and an order for another payee shows the payee', async () => {
  const { call } = await startSimulator();
  const id = await newOrder(
    call,
    basicOrder({ reference_id: undefined, payee: { merchant_id: 'SOMEONEELSE12' } }),
  );
  expect((await call('GET', `/v2/checkout/orders/${id}`)).body).toMatchObject({
    purchase_units: [{ reference_id: 'default', payee: { merchant_id: 'SOMEONEELSE12' } }],
  });
});

function usd(value: string) {
  return { currency_code: 'USD', value };
}
test.for([
  ['AMOUNT_MISMATCH', basicOrder({}, { value: '10.00' })],
  ['ITEM_TOTAL_MISMATCH', basicOrder({}, { value: '1.00', breakdown: { item_total: usd('1.00') } })],
  ['ITEM_TOTAL_REQUIRED', basicOrder({}, { breakdown: {} })],
  ['TAX_TOTAL_MISMATCH', basicOrder({}, { breakdown: { item_total: usd('59.99'), tax_total: usd('1') } })],
  ['DECIMAL_PRECISION', basicOrder({}, { value: '59.999' })],
  ['CANNOT_BE_ZERO_OR_NEGATIVE', basicOrder({}, { value: '0.00' })],
  ['INVALID_CURRENCY_CODE', basicOrder({}, { currency_code: 'XXX' })],
] as const)('an order that breaks a rule is refused: %s', async ([issue, order]) => {
  const { call } = await startSimulator();
  expect(await call('POST', '/v2/checkout/orders', order)).toEqual(unprocessable(issue));
});

test.for([
  ['MISSING_REQUIRED_PARAMETER', '/purchase_units', { intent: 'CAPTURE' }],
  ['INVALID_ARRAY_MIN_ITEMS', '/purchase_units', { intent: 'CAPTURE', purchase_units: [] }],
  ['INVALID_PARAMETER_VALUE', '/intent', { ...basicOrder(), intent: 'SUBSCRIPTION' }],
  ['INVALID_STRING_LENGTH', '/purchase_units/0/custom_id', basicOrder({ custom_id: 'x'.repeat(256) })],
  ['INVALID_PARAMETER_SYNTAX', '/purchase_units/0/amount/value', basicOrder({}, { value: 'free' })],
] as const)('a malformed order is refused: %s', async ([issue, field, order]) => {
  const { call } = await startSimulator();
  expect(await call('POST', '/v2/checkout/orders', order)).toMatchObject({
    status: 400,
    body: { name: 'INVALID_REQUEST', details: [{ issue, field, location: 'body' }] },
  });
});

test('a paid order has its buyer and one completed capture', async () => {
  const { simulator, call } = await startSimulator();
  const id = await newOrder(call);
  simulator.approve(id, { email: 'ann.lee@example.com' });
  const paid = await call('POST', `/v2/checkout/orders/${id}/capture`, {}, representation);
  expect(paid).toMatchObject({
    status: 201,
    body: {
      status: 'COMPLETED',
      payer: { email_address: 'ann.lee@example.com', name: { given_name: 'Ann', surname: 'Lee' } },
      purchase_units: [
        {
          payments: {
            captures: [
              { status: 'COMPLETED', amount: usd('59.99'), custom_id: 'basic', final_capture: true },
            ],
          },
        },
      ],
    },
  });
  expect(await call('GET', `/v2/payments/captures/${onlyCapture(simulator)}`)).toMatchObject({
    status: 200,
    body: {
      status: 'COMPLETED',
      supplementary_data: { related_ids: { order_id: id } },
      payee: { merchant_id: 'SELLER1234567' },
      seller_receivable_breakdown: {
        gross_amount: usd('59.99'),
        paypal_fee: usd('2.58'),
        net_amount: usd('57.41'),
      },
    },
  });
});

test('a buyer has the same payer id in every order', async () => {
  const { simulator, call } = await startSimulator();
  const ids = [await newOrder(call), await newOrder(call), await newOrder(call)];
  for (const [index, id] of ids.entries())
    simulator.approve(id, { email: index === 2 ? 'other@example.com' : 'Same@example.com' });
  const payers = ids.map((id) => simulator.state().orders[id]?.payer?.payer_id);
  expect(payers[0]).toMatch(/^[0-9A-Z]{13}$/);
  expect(payers[1]).toBe(payers[0]);
  expect(payers[2]).not.toBe(payers[0]);
});

test('eight concurrent requests with the same request id make one capture', async () => {
  const { simulator, site, call } = await startSimulator();
  const id = await newOrder(call);
  simulator.approve(id);
  const headers = { ...representation, 'paypal-request-id': 'capture-1' };
  const path = `/v2/checkout/orders/${id}/capture`;
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', path, {}, headers)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(Object.keys(simulator.state().captures)).toHaveLength(1);
  expect(await call('POST', path, {})).toEqual(unprocessable('ORDER_ALREADY_CAPTURED'));
  await simulator.idle();
  expect(site.types()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
});

test('a capture needs an approved order and an accepted card', async () => {
  const { simulator, call } = await startSimulator();
  const id = await newOrder(call);
  const path = `/v2/checkout/orders/${id}/capture`;
  expect(await call('POST', path, {})).toEqual(unprocessable('ORDER_NOT_APPROVED'));
  simulator.approve(id, { outcome: 'decline' });
  const declined = await call('POST', path, {}, { 'paypal-request-id': 'again' });
  expect(declined).toEqual(unprocessable('INSTRUMENT_DECLINED'));
  expect(declined.body['links']).toContainEqual({
    href: `${simulator.url}/checkoutnow?token=${id}`,
    rel: 'redirect',
    method: 'GET',
  });
  simulator.approve(id, { outcome: 'fail' });
  expect(await call('POST', path, {})).toEqual(unprocessable('TRANSACTION_REFUSED'));
  simulator.approve(id);
  expect((await call('POST', path, {}, { 'paypal-request-id': 'again' })).status).toBe(201);
});

test.for([
  ['GET', '/v2/checkout/orders/NONE'],
  ['POST', '/v2/checkout/orders/NONE/capture'],
  ['GET', '/v2/payments/captures/NONE'],
  ['POST', '/v2/payments/captures/NONE/refund'],
  ['GET', '/v2/payments/refunds/NONE'],
  ['GET', '/v1/billing/subscriptions/NONE'],
  ['GET', '/v2/checkout/orders/constructor'],
] as const)('an unknown id answers the documented 404: %s %s', async ([method, path]) => {
  const { call } = await startSimulator();
  expect(await call(method, path)).toMatchObject({
    status: 404,
    body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] },
  });
});

test('a reversed approval resets the order to created, and emits an event', async () => {
  const { simulator, site, call } = await startSimulator();
  const id = await newOrder(call);
  simulator.approve(id);
  const { status } = await fetch(`${simulator.url}/control/orders/${id}/reverse-approval`, {
    method: 'POST',
  });
  expect(status).toBe(204);
  const order = await call('GET', `/v2/checkout/orders/${id}`);
  expect(order.body).toMatchObject({ status: 'CREATED' });
  expect(await call('POST', `/v2/checkout/orders/${id}/capture`, {})).toEqual(
    unprocessable('ORDER_NOT_APPROVED'),
  );
  await simulator.idle();
  expect(site.types()).toEqual(['CHECKOUT.ORDER.APPROVED', 'CHECKOUT.PAYMENT-APPROVAL.REVERSED']);
});
