import { expect, test } from 'vitest';
import {
  callerOf,
  newSubscription,
  onlySale,
  startSimulator,
  text,
  unprocessable,
  type Json,
} from './simulator-context.ts';

function usd(value: string) {
  return { currency_code: 'USD', value };
}

async function startWithActiveSubscription(changes: Json = {}) {
  const context = await startSimulator();
  const id = await newSubscription(context.call, changes);
  context.simulator.approve(id, { email: 'ann.lee@example.com' });
  return { ...context, id, path: `/v1/billing/subscriptions/${id}` };
}

const allTimes = 'start_time=2020-01-01T00:00:00Z&end_time=2060-01-01T00:00:00Z';

test('a subscription waits for approval, then is active with a first payment', async () => {
  const { simulator, site, call } = await startSimulator();
  const browser = await callerOf(simulator, '');
  const id = await newSubscription(browser);
  const path = `/v1/billing/subscriptions/${id}`;
  expect((await call('GET', path)).body).toMatchObject({ status: 'APPROVAL_PENDING', custom_id: 'kb1234' });
  expect((await call('GET', path)).body).not.toHaveProperty('subscriber');
  simulator.approve(id, { email: 'ann.lee@example.com' });
  const active = await call('GET', path);
  expect(active.body).toMatchObject({
    status: 'ACTIVE',
    plan_id: 'P-ANNUAL49',
    plan_overridden: false,
    subscriber: { email_address: 'ann.lee@example.com', name: { given_name: 'Ann', surname: 'Lee' } },
    billing_info: {
      last_payment: { amount: usd('49.99') },
      failed_payments_count: 0,
      cycle_executions: [{ tenure_type: 'REGULAR', cycles_completed: 1 }],
    },
  });
  const billing = active.body['billing_info'] as Json;
  const year = Date.parse(text.parse(billing['next_billing_time'])) - Date.now();
  expect(Math.round(year / 86_400_000)).toBeOneOf([365, 366]);
  await simulator.idle();
  expect(site.types()).toEqual([
    'BILLING.SUBSCRIPTION.CREATED',
    'BILLING.SUBSCRIPTION.ACTIVATED',
    'PAYMENT.SALE.COMPLETED',
  ]);
});

test('with pendingSales, a payment stays pending until it is completed', async () => {
  const { simulator, site, call } = await startSimulator();
  const id = await newSubscription(call);
  simulator.set({ pendingSales: true });
  simulator.approve(id);
  const sale = onlySale(simulator);
  async function statuses() {
    const { body } = await call('GET', `/v1/billing/subscriptions/${id}/transactions?${allTimes}`);
    return (body['transactions'] as Json[]).map(({ status }) => status);
  }
  expect(await statuses()).toEqual(['PENDING']);
  expect(() => simulator.refundSale(sale)).toThrow('TRANSACTION_REFUSED');
  simulator.completeSale(sale);
  expect(await statuses()).toEqual(['COMPLETED']);
  expect(() => simulator.completeSale(sale)).toThrow('TRANSACTION_REFUSED');
  await simulator.idle();
  expect(site.types().slice(-2).sort()).toEqual(['PAYMENT.SALE.COMPLETED', 'PAYMENT.SALE.PENDING']);
});

test('a browser can override the price, and the subscription shows the override', async () => {
  const { call, path } = await startWithActiveSubscription({
    plan: { billing_cycles: [{ pricing_scheme: { fixed_price: usd('0.01') } }] },
  });
  expect((await call('GET', path)).body).toMatchObject({
    plan_overridden: true,
    billing_info: { last_payment: { amount: usd('0.01') } },
  });
});

test('an unknown plan, a quantity and a relative return address are refused', async () => {
  const { call } = await startSimulator();
  const create = (body: Json) => call('POST', '/v1/billing/subscriptions', body);
  expect(await create({ plan_id: 'P-OTHER' })).toMatchObject({
    status: 404,
    body: { details: [{ field: '/plan_id', issue: 'INVALID_RESOURCE_ID' }] },
  });
  expect(await create({ plan_id: 'P-ANNUAL49', quantity: '3' })).toEqual(
    unprocessable('SUBSCRIPTION_CANNOT_HAVE_QUANTITY'),
  );
  const relative = { plan_id: 'P-ANNUAL49', application_context: { return_url: '/download' } };
  expect(await create(relative)).toMatchObject({
    status: 400,
    body: { details: [{ field: '/application_context/return_url', issue: 'INVALID_PARAMETER_SYNTAX' }] },
  });
  expect((await create({})).status).toBe(400);
});

test('renewals are sales of the subscription, listed by time', async () => {
  const { simulator, site, call, path, id } = await startWithActiveSubscription();
  const year = new Date().getUTCFullYear() + 1;
  const time = `${year}-05-01T10:00:00Z`;
  simulator.renew(id, time);
  const all = await call('GET', `${path}/transactions?${allTimes}`);
  expect(all.body).toMatchObject({
    total_items: 2,
    transactions: [
      { status: 'COMPLETED', payer_email: 'ann.lee@example.com' },
      {
        time,
        amount_with_breakdown: {
          gross_amount: usd('49.99'),
          fee_amount: usd('2.23'),
          net_amount: usd('47.76'),
        },
      },
    ],
  });
  const nextYear = `start_time=${year}-01-01T00:00:00Z&end_time=${year + 1}-01-01T00:00:00Z`;
  expect((await call('GET', `${path}/transactions?${nextYear}`)).body).toMatchObject({ total_items: 1 });
  expect(await call('GET', `${path}/transactions`)).toMatchObject({
    status: 400,
    body: { details: [{ field: '/start_time', location: 'query' }, { field: '/end_time' }] },
  });
  await simulator.idle();
  expect(JSON.parse(site.received.at(-1)?.body ?? '')).toMatchObject({
    event_type: 'PAYMENT.SALE.COMPLETED',
    resource_type: 'sale',
    resource: {
      state: 'completed',
      billing_agreement_id: id,
      custom: 'kb1234',
      amount: { total: '49.99', currency: 'USD' },
    },
  });
});

test('a subscription can be suspended, activated and cancelled from the allowed states only', async () => {
  const { simulator, site, call, path, id } = await startWithActiveSubscription();
  const act = (action: string) => call('POST', `${path}/${action}`, { reason: 'Not needed' });
  expect(await act('activate')).toEqual(unprocessable('SUBSCRIPTION_STATUS_INVALID'));
  expect(await act('suspend')).toEqual({ status: 204, body: {} });
  expect(() => simulator.renew(id)).toThrow('SUBSCRIPTION_STATUS_INVALID');
  expect((await act('activate')).status).toBe(204);
  expect((await act('cancel')).status).toBe(204);
  expect((await call('GET', path)).body).toMatchObject({
    status: 'CANCELLED',
    status_change_note: 'Not needed',
  });
  expect(await act('cancel')).toEqual(unprocessable('SUBSCRIPTION_STATUS_INVALID'));
  await simulator.idle();
  expect(site.types().slice(3)).toEqual([
    'BILLING.SUBSCRIPTION.SUSPENDED',
    'BILLING.SUBSCRIPTION.ACTIVATED',
    'BILLING.SUBSCRIPTION.CANCELLED',
  ]);
});

test('a failed payment is counted until a renewal pays', async () => {
  const { simulator, site, call, path, id } = await startWithActiveSubscription();
  simulator.failPayment(id);
  expect((await call('GET', path)).body).toMatchObject({
    billing_info: {
      failed_payments_count: 1,
      outstanding_balance: usd('49.99'),
      last_failed_payment: { amount: usd('49.99'), reason_code: 'PAYMENT_DENIED' },
    },
  });
  simulator.renew(id);
  expect((await call('GET', path)).body).toMatchObject({ billing_info: { failed_payments_count: 0 } });
  simulator.expire(id);
  await simulator.idle();
  expect(site.types().slice(3)).toEqual([
    'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
    'PAYMENT.SALE.COMPLETED',
    'BILLING.SUBSCRIPTION.EXPIRED',
  ]);
});

test('a sale is refunded in parts, in the form of the v1 API', async () => {
  const { simulator, site, call } = await startWithActiveSubscription();
  const saleId = onlySale(simulator);
  const path = `/v1/payments/sale/${saleId}`;
  const part = { amount: { total: '9.99', currency: 'USD' } };
  expect(await call('POST', `${path}/refund`, part)).toMatchObject({
    status: 201,
    body: { state: 'completed', sale_id: saleId, total_refunded_amount: { value: '9.99' } },
  });
  expect((await call('GET', path)).body).toMatchObject({ state: 'partially_refunded' });
  const tooMuch = await call('POST', `${path}/refund`, { amount: { total: '49.99', currency: 'USD' } });
  expect(tooMuch).toMatchObject({ status: 400, body: { name: 'REFUND_EXCEEDED_TRANSACTION_AMOUNT' } });
  for (const [amount, name] of [
    [{ total: '1.00', currency: 'EUR' }, 'CURRENCY_MISMATCH'],
    [{ total: '0.00', currency: 'USD' }, 'VALIDATION_ERROR'],
    [{ total: 'all', currency: 'USD' }, 'VALIDATION_ERROR'],
  ] as const)
    expect(await call('POST', `${path}/refund`, { amount })).toMatchObject({ status: 400, body: { name } });
  simulator.reverseSale(saleId);
  expect((await call('GET', path)).body).toMatchObject({ state: 'refunded' });
  expect(await call('POST', `${path}/refund`, {})).toMatchObject({
    status: 400,
    body: { name: 'TRANSACTION_ALREADY_REFUNDED' },
  });
  await simulator.idle();
  expect(site.received.slice(-2).map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { event_type: 'PAYMENT.SALE.REFUNDED', resource: { sale_id: saleId, amount: { total: '9.99' } } },
    { event_type: 'PAYMENT.SALE.REVERSED', resource: { id: saleId, amount: { total: '-40.00' } } },
  ]);
});

test('a declined card leaves a subscription unapproved, and a failed payment leaves it active and unpaid', async () => {
  const { simulator, call } = await startSimulator();
  const id = await newSubscription(call);
  const path = `/v1/billing/subscriptions/${id}`;
  simulator.approve(id, { outcome: 'decline' });
  expect((await call('GET', path)).body['status']).toBe('APPROVAL_PENDING');
  simulator.approve(id, { outcome: 'fail' });
  const { body } = await call('GET', path);
  expect(body).toMatchObject({ status: 'ACTIVE', billing_info: { failed_payments_count: 1 } });
  expect(body['billing_info']).not.toHaveProperty('last_payment');
});
