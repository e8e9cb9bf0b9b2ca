import { afterAll, beforeAll, expect, test } from 'vitest';
import { records, track } from '../../buyer.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { pastSubscription } from '../../past-purchases.ts';
import { type Shop, startShop } from '../../shop.ts';

const { subscription, sale } = pastSubscription({ paidAt: '2023-10-15T08:00:00Z', email: newEmail('buyer') });

let shop: Shop;
let code: string;
beforeAll(async () => {
  const past = { subscriptions: { [subscription.id]: subscription }, sales: { [sale.id]: sale } };
  shop = await startShop({ past });
  ({ code } = await newAffiliate(shop.rows, { activeFrom: '2023-01-01T00:00:00Z' }));
});
afterAll(() => shop.close());

// tests/api/money/webhooks/order.test.ts has every order of events.
test('each renewal is one payment with the next sequence and one commission at the rate of its date', async () => {
  const orderId = subscription.id;
  expect((await track(shop, orderId, { affiliateCode: code })).status).toBe(200);
  shop.paypal.set({ reverseOrder: true, deliverTwice: true });
  shop.paypal.renew(orderId, '2024-10-15T07:00:00Z');
  shop.paypal.renew(orderId, '2025-10-15T09:00:00Z');
  shop.paypal.flush();
  await shop.paypal.idle();
  const { payments, entries } = await records(shop.rows, orderId);
  expect(payments).toMatchObject([{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }]);
  expect(new Set(payments.map(({ provider_id }) => provider_id)).size).toBe(3);
  expect(entries).toMatchObject([
    { amount_cents: 500, rate_basis_points: 1000 },
    { amount_cents: 500, rate_basis_points: 1000 },
    { amount_cents: 1250, rate_basis_points: 2500 },
  ]);
});
