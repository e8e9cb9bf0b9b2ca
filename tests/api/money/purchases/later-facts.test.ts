import { afterAll, beforeAll, expect, test } from 'vitest';
import { records, track } from '../../buyer.ts';
import { type TestAffiliate, newAffiliate, newEmail } from '../../factories.ts';
import { openNeon } from '../../neon.ts';
import { pastOrder } from '../../past-purchases.ts';
import { type Shop, startShop } from '../../shop.ts';

const [firstEmail, secondEmail] = [newEmail('returning'), newEmail('returning')];
const purchases = {
  founding: pastOrder({ paidAt: '2025-12-31T10:00:00Z', email: firstEmail }),
  next: pastOrder({ paidAt: '2026-06-30T10:00:00Z', email: firstEmail }),
  older: pastOrder({ paidAt: '2024-06-30T10:00:00Z', email: firstEmail }),
  disguised: pastOrder({ paidAt: '2026-06-30T10:00:00Z', email: secondEmail }),
  own: pastOrder({ paidAt: '2026-07-30T10:00:00Z', email: secondEmail }),
};
const affiliateEmail = newEmail('affiliate');
// The second customer's later purchase has another email of the same payer: the affiliate's email.
if (purchases.own.order.payer) purchases.own.order.payer.email_address = affiliateEmail;

let shop: Shop;
let affiliate: TestAffiliate;
beforeAll(async () => {
  const all = Object.values(purchases);
  shop = await startShop({
    database: await openNeon(),
    past: {
      orders: Object.fromEntries(all.map(({ order }) => [order.id, order])),
      captures: Object.fromEntries(all.map(({ capture }) => [capture.id, capture])),
    },
  });
  affiliate = await newAffiliate(shop.rows, { activeFrom: '2024-01-01T00:00:00Z', email: affiliateEmail });
});
afterAll(() => shop.close());

const report = async ({ order }: { order: { id: string } }) => {
  expect((await track(shop, order.id, { affiliateCode: affiliate.code })).status).toBe(200);
};
const entriesOf = async (orderId: string) =>
  (await records(shop.rows, orderId)).entries.map(({ kind, amount_cents }) => [kind, amount_cents]);
const holdsOf = async ({ order }: { order: { id: string } }) => (await records(shop.rows, order.id)).holds;

test('an earlier payment that is recorded late adjusts the commission of a later one, up and down', async () => {
  const { founding, next, older } = purchases;
  await report(next);
  expect(await entriesOf(next.order.id)).toEqual([['commission', 600]]);
  await report(founding);
  await report(founding);
  expect(await entriesOf(next.order.id)).toEqual([
    ['commission', 600],
    ['adjustment', 900],
  ]);
  await report(older);
  await report(next);
  expect(await entriesOf(next.order.id)).toEqual([
    ['commission', 600],
    ['adjustment', 900],
    ['adjustment', -900],
  ]);
  expect(await entriesOf(founding.order.id)).toEqual([['commission', 1500]]);
});

test('a self-referral also holds the payer’s earlier purchase, and not after a release', async () => {
  const openHold = [{ reason: 'self-referral', released_at: null }];
  await report(purchases.disguised);
  expect(await holdsOf(purchases.disguised)).toEqual([]);
  await report(purchases.own);
  expect(await holdsOf(purchases.disguised)).toEqual(openHold);
  expect(await holdsOf(purchases.own)).toEqual(openHold);
  await shop.rows("update commission_holds set released_at = now(), released_by = 'admin'");
  await report(purchases.own);
  expect(await holdsOf(purchases.own)).toMatchObject([{ released_at: expect.any(Date) as Date }]);
});
