import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newOrder, nothing, paidOrder, pay, records, track } from '../../buyer.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { begunOrder, invitedOrder, newYearlyPlan } from './invited.ts';
import { newInvitation } from './new-invitation.ts';

const dayMs = 24 * 3_600_000;
const mismatch = { status: 422, body: { code: 'purchase-mismatch' } };
const report = { amount: '29.99' };

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
beforeEach(() => {
  shop.paypal.set({ holdWebhooks: false, clock: null });
});
afterAll(() => shop.close());

const usedBy = async (id: string) =>
  shop.rows(
    'select provider_id, amount_cents from invitations i join purchases p on p.id = i.purchase_id where i.id = $1',
    [id],
  );

test('of 50 orders paid at once, one uses the invitation, and the others are refused', async () => {
  const { id, token } = await newInvitation(shop.rows);
  shop.paypal.set({ holdWebhooks: true });
  const orders: string[] = [];
  while (orders.length < 50) orders.push(await invitedOrder(shop, token));
  // A report may be answered with 202, if PayPal does not answer it in time.
  const reports = orders.map((order) => track(shop, order, report));
  shop.paypal.flush();
  for (const { status } of await Promise.all(reports)) expect([200, 202, 422]).toContain(status);
  await shop.paypal.idle();
  const answers = [];
  for (const order of orders) answers.push(await track(shop, order, report));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(49);
  const recorded = await shop.rows('select provider_id from purchases where provider_id = any ($1)', [
    orders,
  ]);
  expect(recorded).toHaveLength(1);
  expect(await usedBy(id)).toEqual([{ ...recorded[0], amount_cents: 2999 }]);
});

test('an invitation opens no other price, plan or order', async () => {
  const { id, token } = await newInvitation(shop.rows);
  const refused = [
    await invitedOrder(shop, token, { value: '19.99' }),
    await invitedOrder(shop, token, { plan: 'annual' }),
    await invitedOrder(shop, token, { currency: 'EUR' }),
    await paidOrder(shop, { value: '29.99' }),
  ];
  for (const order of refused) {
    expect(await track(shop, order, report)).toMatchObject(mismatch);
    expect(await records(shop.rows, order)).toEqual(nothing);
  }
  // The daily comparison with PayPal lists each payment that is not recorded: see reconcile.test.ts.
  const reasons = () =>
    shop.rows(
      `select state, last_error from webhook_events where type = 'PAYMENT.CAPTURE.COMPLETED'
       and body #>> '{resource,supplementary_data,related_ids,order_id}' = any ($1)`,
      [refused],
    );
  const ignored = {
    state: 'ignored',
    last_error: 'This payment doesn’t match what we sell: plan, amount, currency or payee.',
  };
  await expect.poll(reasons, { timeout: 20_000 }).toEqual(refused.map(() => ignored));
  const usual = await invitedOrder(shop, token, { value: '59.99' });
  expect((await track(shop, usual)).status).toBe(200);
  expect(await usedBy(id)).toEqual([]);
});

test('a subscription is recorded by the webhook, and renews at its price with its commission', async () => {
  const { id, token } = await newInvitation(shop.rows);
  const plan_id = await newYearlyPlan(shop, '39.99');
  await shop.rows(
    "update invitations set plan_id = 'annual', price_cents = 3999, provider_plan_id = $2 where id = $1",
    [id, plan_id],
  );
  const affiliate = await newAffiliate(shop.rows);
  shop.paypal.set({ clock: '2025-06-01T10:00:00Z' });
  const subscribe = async (more: object = {}) => {
    const body = { plan_id, custom_id: affiliate.code, ...more };
    const { id: orderId } = (await shop.provider('POST', '/v1/billing/subscriptions', body)).body as {
      id: string;
    };
    await shop.call('POST', '/api/invitations/open', { token, orderId });
    shop.paypal.approve(orderId, { email: newEmail('buyer') });
    await shop.paypal.idle();
    return orderId;
  };
  const price = { currency_code: 'USD', value: '39.99' };
  const overridden = await subscribe({
    plan: { billing_cycles: [{ pricing_scheme: { fixed_price: price } }] },
  });
  expect(await records(shop.rows, overridden)).toEqual(nothing);
  const orderId = await subscribe();
  shop.paypal.set({ clock: '2026-06-01T10:00:00Z' });
  shop.paypal.renew(orderId);
  await shop.paypal.idle();
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [{ plan_id: 'annual', amount_cents: 3999, affiliate_id: affiliate.id }],
    payments: [{ amount_cents: 3999 }, { amount_cents: 3999 }],
    entries: [
      { amount_cents: 1000, rate_basis_points: 2500 },
      { amount_cents: 400, rate_basis_points: 1000 },
    ],
  });
  expect(await usedBy(id)).toEqual([{ provider_id: orderId, amount_cents: 3999 }]);
});

test('an order that was begun before the end may be paid for a week, and not later', async () => {
  const { id, token } = await newInvitation(shop.rows);
  const [late, early] = [await begunOrder(shop, token), await begunOrder(shop, token)];
  const ended = new Date();
  await shop.rows('update invitations set ends_at = $2, withdrawn_at = $2 where id = $1', [id, ended]);
  const payAfter = async (order: string, days: number) => {
    shop.paypal.set({ clock: new Date(ended.getTime() + days * dayMs).toISOString() });
    await pay(shop, order);
    return track(shop, order, report);
  };
  expect(await payAfter(late, 7.1)).toMatchObject(mismatch);
  expect(await payAfter(early, 6.9)).toMatchObject({ status: 200, body: { amount: '29.99' } });
  const afterwards = await newOrder(shop, { value: '29.99' });
  expect(await shop.call('POST', '/api/invitations/open', { token, orderId: afterwards })).toMatchObject({
    status: 404,
  });
});

test('a pending payment reserves the price, and an approval that PayPal took back does not', async () => {
  const { id, token } = await newInvitation(shop.rows);
  const takenBack = await begunOrder(shop, token);
  shop.paypal.approve(takenBack);
  shop.paypal.reverseApproval(takenBack);
  await shop.paypal.idle();
  expect(await usedBy(id)).toEqual([]);
  shop.paypal.set({ pendingCaptures: true });
  const pending = await invitedOrder(shop, token);
  await shop.paypal.idle();
  shop.paypal.set({ pendingCaptures: false });
  expect(await usedBy(id)).toMatchObject([{ provider_id: pending }]);
  await pay(shop, takenBack);
  expect(await track(shop, takenBack, report)).toMatchObject(mismatch);
});
