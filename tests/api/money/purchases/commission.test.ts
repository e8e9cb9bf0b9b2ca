import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSubscription, paidOrder, records, track } from '../../buyer.ts';
import { type TestAffiliate, newAffiliate, newEmail, unique } from '../../factories.ts';
import { pastOrder } from '../../past-purchases.ts';
import { type Shop, startShop } from '../../shop.ts';

const taxed = pastOrder({ paidAt: '2025-09-01T10:00:00Z', email: newEmail('buyer'), tax: '4.99' });
const past = {
  orders: { [taxed.order.id]: taxed.order },
  captures: { [taxed.capture.id]: taxed.capture },
};

let shop: Shop;
let affiliate: TestAffiliate;
beforeAll(async () => {
  shop = await startShop({ past });
  shop.paypal.set({ holdWebhooks: true });
  affiliate = await newAffiliate(shop.rows);
});
afterAll(() => shop.close());

/** Reports a purchase, and returns its commission entries. */
const reportAndReadEntries = async (orderId: string, affiliateCode: string | null) => {
  expect((await track(shop, orderId, { affiliateCode })).status).toBe(200);
  return (await records(shop.rows, orderId)).entries;
};

// tests/unit/shared/commission.test.ts has the rates, and the moments in which they change.
test('the founders’ rate applies to the amount paid less tax', async () => {
  expect(await reportAndReadEntries(taxed.order.id, affiliate.code)).toMatchObject([
    { base_cents: 5500, amount_cents: 1375, rate_basis_points: 2500 },
  ]);
});

// tests/unit/server/money/purchases/upsert-purchase.test.ts has the codes that credit nobody.
test('a purchase is recorded without a commission if the reported code cannot be a code', async () => {
  const answer = await track(shop, await paidOrder(shop), { affiliateCode: "'; drop table purchases; --" });
  expect(answer).toMatchObject({ status: 200, body: { credited: false } });
});

// tests/unit/shared/email.test.ts has the other spellings.
test('a self-referral is on hold once, for a Gmail address with a +tag and dots', async () => {
  const { code, email } = await newAffiliate(shop.rows, { email: `a${unique()}@gmail.com` });
  const disguised = email.replace('@', '+shop@').replace('a', 'a.');
  const orderId = await paidOrder(shop, { code, email: disguised });
  expect(await reportAndReadEntries(orderId, code)).toMatchObject([{ amount_cents: 600 }]);
  await track(shop, orderId, { affiliateCode: code });
  expect((await records(shop.rows, orderId)).holds).toEqual([{ reason: 'self-referral', released_at: null }]);
});

test('a renewal of a self-referral is on hold even if neither email is the same anymore', async () => {
  const { id, code, email } = await newAffiliate(shop.rows);
  const orderId = await newSubscription(shop, { code, email });
  await track(shop, orderId, { affiliateCode: code });
  await shop.rows('update affiliates set email = $2 where id = $1', [id, newEmail('moved')]);
  await shop.rows('update purchases set payer_email = null, payer_email_key = null where affiliate_id = $1', [
    id,
  ]);
  shop.paypal.renew(orderId);
  shop.paypal.flush();
  await shop.paypal.idle();
  const { entries, holds } = await records(shop.rows, orderId);
  expect(entries).toHaveLength(2);
  expect(holds).toEqual(entries.map(() => ({ reason: 'self-referral', released_at: null })));
});

test('a code that is reported later credits the purchase once, and the next code changes nothing', async () => {
  const other = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop);
  expect(await reportAndReadEntries(orderId, null)).toEqual([]);
  const oneCommission = [expect.objectContaining({ affiliate_id: affiliate.id, amount_cents: 600 })];
  for (const code of [` ${affiliate.code.toUpperCase()} `, affiliate.code, other.code])
    expect(await reportAndReadEntries(orderId, code)).toEqual(oneCommission);
});
