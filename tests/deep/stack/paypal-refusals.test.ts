import { expect, test } from 'vitest';
import { basicOrder, type Json, newOrder, startSimulator, unprocessable } from './simulator-context.ts';

// Our code sends none of these requests. Without these tests nobody would notice a simulator that accepts them.

function usd(value: string) {
  return { currency_code: 'USD', value };
}

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
