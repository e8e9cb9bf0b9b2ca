import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shop, startShop } from '../../shop.ts';
import { newEvent } from '../../webhook-signer.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const send = async (body: string) =>
  (await shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) })).status;

test('characters of an event that PostgreSQL cannot store are replaced', async () => {
  const reason = 'before\u0000\ud800after';
  const { id, body } = newEvent('UNKNOWN.TYPE', {
    id: 'R-1',
    status_details: { reason, 'k\u0000': [reason] },
  });
  expect(await send(body)).toBe(200);
  expect(
    await shop.rows(`select body #> '{resource,status_details}' as kept from webhook_events where id = $1`, [
      id,
    ]),
  ).toEqual([{ kept: { reason: 'before\ufffd\ufffdafter', 'k\ufffd': ['before\ufffd\ufffdafter'] } }]);
});

test('the webhook refuses an event that is nested too deeply, or has an impossible year', async () => {
  for (const depth of [100, 20_000]) {
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const { body } = newEvent('UNKNOWN.TYPE', { deep: 'HERE' });
    expect(await send(body.replace('"HERE"', nested))).toBe(400);
  }
  for (const create_time of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59'])
    expect(
      await send(JSON.stringify({ id: 'WH-odd', event_type: 'UNKNOWN.TYPE', create_time, resource: {} })),
    ).toBe(400);
});

test('the webhook refuses an event whose resource has a longer id than PayPal’s ids, and stores an event without such ids', async () => {
  const disputeEvent = (seller_transaction_id: unknown) =>
    newEvent('CUSTOMER.DISPUTE.CREATED', {
      dispute_id: 'PP-D-ODD',
      disputed_transactions: [{ seller_transaction_id }],
    }).body;
  expect(await send(disputeEvent('x'.repeat(16_000)))).toBe(400);
  expect(await send(disputeEvent('x'.repeat(128)))).toBe(200);
  expect(await send(disputeEvent(null))).toBe(200);
  expect(await send(newEvent('PAYMENT.CAPTURE.REFUNDED', { id: 'R-ODD', links: {} }).body)).toBe(200);
});

test('the webhook removes email addresses from the resource that it stores, and refuses an event whose id is an email address', async () => {
  const resource = {
    id: 'somebody@mail.example',
    supplementary_data: { related_ids: { order_id: 'a@b.example' } },
  };
  const { id, body } = newEvent('PAYMENT.CAPTURE.COMPLETED', resource);
  expect(await send(body)).toBe(200);
  const states = await shop.rows('select state, body::text as kept from webhook_events where id = $1', [id]);
  expect(states).toMatchObject([{ state: 'ignored' }]);
  expect(states[0]?.kept).not.toContain('@');
  const renamed = { ...(JSON.parse(body) as object), id: 'WH@mail.example' };
  expect(await send(JSON.stringify(renamed))).toBe(400);
});
