import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { newSubscription, paidOrder, track } from '../../buyer.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type TestAffiliate, newAffiliate, newEmail, unique } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { newEvent } from '../../webhook-signer.ts';

let shop: Shop;
let token: string;
let affiliate: TestAffiliate;
beforeAll(async () => {
  [shop, token] = await Promise.all([startShop(), signIn('admin')]);
  affiliate = await newAffiliate(shop.rows);
});
afterAll(() => shop.close());

/** The used fields of a purchase in the list. */
interface ListedPurchase {
  readonly id: string;
  readonly order_id: string;
  readonly payer_email: string;
}

const get = (path: string) => shop.call('GET', path, undefined, { token });
const list = async (query: string): Promise<ListedPurchase[]> =>
  ((await get(`/api/purchases?${query}`)).body as { purchases: ListedPurchase[] }).purchases;
const orderIds = async (query: string) => (await list(query)).map(({ order_id }) => order_id);

describe('a search finds a purchase', () => {
  test('by order, payer, address for the receipt, code, payment and refund id, in any case, and no other purchase', async () => {
    const email = newEmail('Buyer');
    const { code } = await newAffiliate(shop.rows);
    const orderId = await paidOrder(shop, { code, email });
    await paidOrder(shop);
    const [captureId = ''] = Object.values(shop.paypal.state().captures)
      .filter((capture) => capture.orderId === orderId)
      .map(({ id }) => id);
    shop.paypal.refundCapture(captureId, '10.00');
    await shop.paypal.idle();
    const [refundId = ''] = Object.keys(shop.paypal.state().refunds);
    const [row] = await shop.rows('select payer_id from purchases where provider_id = $1', [orderId]);
    const receiptEmail = newEmail('Receipt');
    await track(shop, orderId, { email: receiptEmail });
    const searchTexts = [
      orderId,
      receiptEmail.toUpperCase(),
      String(row?.payer_id),
      email.toUpperCase(),
      code,
      captureId,
      refundId.toLowerCase(),
    ];
    for (const q of searchTexts)
      expect([q, await orderIds(`q=${encodeURIComponent(q)}`)]).toEqual([q, [orderId]]);
    expect(await orderIds(`q=${unique()}`)).toEqual([]);
    expect(await orderIds('q=%25')).toEqual([]);
  });
});

test('an admin sorts purchases', async () => {
  const { purchase } = fixtures(shop.rows);
  const code = `k${unique()}`;
  for (const turn of [3, 1, 2])
    await purchase({
      affiliate_code: code,
      payer_email: `p${String(turn)}-${code}@mail.example`,
      created_at: `2026-03-0${String(turn)}T00:00:00Z`,
    });
  const emails = async (sort: string) =>
    (await list(`q=${code}&sort=${sort}`)).map(({ payer_email }) => payer_email.slice(0, 2));
  expect(await emails('payer_email')).toEqual(['p1', 'p2', 'p3']);
  expect(await emails('-created_at')).toEqual(['p3', 'p2', 'p1']);
  expect(await emails('code')).toHaveLength(3);
  expect((await get('/api/purchases?sort=amount')).status).toBe(422);
});

test('an admin filters purchases by state, and by commissions on hold', async () => {
  const orderId = await paidOrder(shop, { code: affiliate.code, email: affiliate.email });
  await shop.paypal.idle();
  expect(await orderIds('state=hold')).toEqual([orderId]);
  expect(await orderIds(`state=active&q=${orderId}`)).toEqual([]);
});

test('an admin sees a purchase with payments, refunds, disputes, holds, events and explained entries', async () => {
  shop.paypal.set({ clock: '2025-09-01T10:00:00Z' });
  const orderId = await newSubscription(shop, { code: affiliate.code });
  await shop.paypal.idle();
  const [sale] = Object.values(shop.paypal.state().sales).filter(
    (candidate) => candidate.subscriptionId === orderId,
  );
  shop.paypal.refundSale(sale?.id ?? '', '20.00');
  const dispute = shop.paypal.openDispute(sale?.id ?? '', '5.00');
  shop.paypal.renew(orderId, '2026-09-01T10:00:00Z');
  await shop.paypal.idle();
  shop.paypal.set({ clock: null });
  const [row] = await list(`q=${orderId}`);
  const { status, headers, body } = await get(`/api/purchases/${row?.id ?? ''}`);
  // The renewal changed the date of the next payment.
  expect([status, headers.get('etag')]).toEqual([200, '"2"']);
  expect(body).toMatchObject({
    order_id: orderId,
    affiliate: { code: affiliate.code },
    has_hold: true,
    paid_cents: 9998,
    refunded_cents: 2000,
    payments: [
      {
        payment_id: sale?.id,
        paypal_url: `${shop.paypal.url}/activity/payment/${sale?.id ?? ''}`,
        sequence: 1,
        refunds: [{ kind: 'refund', amount_cents: 2000 }],
        disputes: [{ dispute_id: dispute, state: 'open' }],
        holds: [{ reason: 'dispute', released_at: null }],
        entries: [
          { kind: 'commission', explanation: '25% of $49.99 (first payment)' },
          {
            kind: 'refund',
            explanation: '25% of $20.00 refunded (first payment on 9/1/2025)',
          },
        ],
      },
      { sequence: 2, entries: [{ explanation: '10% of $49.99 (renewal)' }] },
    ],
  });
  const { events } = body as { events: { type: string; state: string }[] };
  const types = events.map(({ type }) => type);
  for (const type of ['PAYMENT.SALE.COMPLETED', 'PAYMENT.SALE.REFUNDED', 'CUSTOMER.DISPUTE.CREATED'])
    expect(types).toContain(type);
  expect(events.map(({ state }) => state)).not.toContain('failed');
  expect((await get('/api/purchases/none')).status).toBe(404);
});

describe('a failed event', () => {
  const send = async (type: string, resource: object) => {
    const { id, body } = newEvent(type, resource);
    await shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });
    return id;
  };
  const retry = (id: string) => shop.call('POST', `/api/events/${id}/retry`, undefined, { token });

  test('that was given up is processed when an admin retries it, and the retry is audited', async () => {
    const orderId = await paidOrder(shop, { code: affiliate.code });
    await shop.paypal.idle();
    const event = Object.values(shop.paypal.state().events).at(-1);
    const id = String(event?.id);
    await shop.rows(
      `update webhook_events set state = 'failed', processed_at = null, attempts = 20, next_attempt_at = null,
       last_error = 'lost' where id = $1`,
      [id],
    );
    const answers = await Promise.all([retry(id), retry(id)]);
    const refused = { status: 409, body: { code: 'event-in-progress' } };
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refused);
    expect(answers).toContainEqual(expect.objectContaining({ status: 200 }));
    expect((await retry(id)).body).toMatchObject({ id, state: 'processed', attempts: 21, last_error: null });
    expect(await shop.rows('select action, actor_email from audit_log where entity_id = $1', [id])).toEqual([
      { action: 'event.retry', actor_email: 'admin@kithbook.example' },
    ]);
    expect(await orderIds(`q=${orderId}`)).toEqual([orderId]);
  });

  test('that fails again shows the reason, and can be retried', async () => {
    const id = await send('PAYMENT.CAPTURE.REFUNDED', { id: unique() });
    const { body } = await retry(id);
    expect(body).toMatchObject({ state: 'failed', attempts: 2 });
    expect((body as { last_error: string }).last_error).toContain('does not know this order');
    expect((await retry('WH-NONE')).status).toBe(404);
  });
});
