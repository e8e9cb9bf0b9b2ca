import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { records, track } from '../../buyer.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { pastSubscription } from '../../past-purchases.ts';
import { type Shop, startShop } from '../../shop.ts';

const subscriptions = Array.from({ length: 3 }, () =>
  pastSubscription({ paidAt: '2023-10-15T08:00:00Z', email: newEmail('buyer') }),
);
const [inOrderId = '', reversedId = '', doubledId = ''] = subscriptions.map(
  ({ subscription }) => subscription.id,
);

let shop: Shop;
let code: string;
beforeAll(async () => {
  const past = {
    subscriptions: Object.fromEntries(
      subscriptions.map(({ subscription }) => [subscription.id, subscription]),
    ),
    sales: Object.fromEntries(subscriptions.map(({ sale }) => [sale.id, sale])),
  };
  shop = await startShop({ past });
  ({ code } = await newAffiliate(shop.rows, { activeFrom: '2023-01-01T00:00:00Z' }));
});
afterAll(() => shop.close());

describe('each renewal is recorded as one payment with the next sequence and one commission at the rate of its date', () => {
  test.each([
    ['in order', inOrderId, {}],
    ['newest first', reversedId, { reverseOrder: true }],
    ['each twice', doubledId, { deliverTwice: true }],
  ] as const)('when the events come %s', async (_order, orderId, switches) => {
    expect((await track(shop, orderId, { affiliateCode: code })).status).toBe(200);
    shop.paypal.set({ reverseOrder: false, deliverTwice: false, ...switches });
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
});
