import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSubscription, paidOrder, records, track } from '../../buyer.ts';
import { type TestAffiliate, newAffiliate, newEmail, unique } from '../../factories.ts';
import { pastOrder } from '../../past-purchases.ts';
import { type Shop, startShop } from '../../shop.ts';

const orders = {
  taxed: pastOrder({ paidAt: '2025-09-01T10:00:00Z', email: newEmail('buyer'), tax: '4.99' }),
  ended: pastOrder({ paidAt: '2025-06-01T10:00:00Z', email: newEmail('buyer') }),
};
const past = {
  orders: Object.fromEntries(Object.values(orders).map(({ order }) => [order.id, order])),
  captures: Object.fromEntries(Object.values(orders).map(({ capture }) => [capture.id, capture])),
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
  expect(await reportAndReadEntries(orders.taxed.order.id, affiliate.code)).toMatchObject([
    { base_cents: 5500, amount_cents: 1375, rate_basis_points: 2500 },
  ]);
});

describe('a purchase is recorded without a commission', () => {
  test('for an unknown code', async () => {
    const orderId = await paidOrder(shop, { code: `x${unique()}` });
    expect(await reportAndReadEntries(orderId, null)).toEqual([]);
    expect((await records(shop.rows, orderId)).purchases).toMatchObject([{ affiliate_id: null }]);
  });

  test('if the reported code cannot be an affiliate code', async () => {
    const answer = await track(shop, await paidOrder(shop), { affiliateCode: "'; drop table purchases; --" });
    expect(answer).toMatchObject({ status: 200, body: { credited: false } });
  });

  test('for an affiliate who is not active', async () => {
    const { code } = await newAffiliate(shop.rows, { activeFrom: null });
    expect(await reportAndReadEntries(await paidOrder(shop, { code }), code)).toEqual([]);
  });

  test('for an affiliate who was deactivated before the capture', async () => {
    const { id, code } = await newAffiliate(shop.rows);
    await shop.rows('update affiliates set date_activated = null where id = $1', [id]);
    await shop.rows(
      "update affiliate_activations set active_until = '2025-06-01T10:00:00Z' where affiliate_id = $1",
      [id],
    );
    expect(await reportAndReadEntries(orders.ended.order.id, code)).toEqual([]);
  });
});

describe('a self-referral is recorded, and its commission is on hold', () => {
  // tests/unit/server/normalise-email.test.ts has the other spellings.
  test('once, for a buyer whose Gmail address has a +tag and dots', async () => {
    const { code, email } = await newAffiliate(shop.rows, { email: `a${unique()}@gmail.com` });
    const disguised = email.replace('@', '+shop@').replace('a', 'a.');
    const orderId = await paidOrder(shop, { code, email: disguised });
    expect(await reportAndReadEntries(orderId, code)).toMatchObject([{ amount_cents: 600 }]);
    await track(shop, orderId, { affiliateCode: code });
    expect((await records(shop.rows, orderId)).holds).toEqual([
      { reason: 'self-referral', released_at: null },
    ]);
  });

  test.each([
    ['the affiliate changed the email', 'update affiliates set email = $2 where id = $1'],
    [
      'the buyer was forgotten',
      `update purchases set payer_email = null, payer_email_key = null where affiliate_id = $1 and $2 <> ''`,
    ],
  ])('a renewal of a self-referral is also put on hold after %s', async (_when, change) => {
    const { id, code, email } = await newAffiliate(shop.rows);
    const orderId = await newSubscription(shop, { code, email });
    await track(shop, orderId, { affiliateCode: code });
    await shop.rows(change, [id, newEmail('moved')]);
    shop.paypal.renew(orderId);
    shop.paypal.flush();
    await shop.paypal.idle();
    const { entries, holds } = await records(shop.rows, orderId);
    expect(entries).toHaveLength(2);
    expect(holds).toEqual(entries.map(() => ({ reason: 'self-referral', released_at: null })));
  });

  test('a renewal is not put on hold after an admin released the first hold', async () => {
    const { id, code, email } = await newAffiliate(shop.rows);
    const orderId = await newSubscription(shop, { code, email });
    await track(shop, orderId, { affiliateCode: code });
    await shop.rows('update affiliates set email = $2 where id = $1', [id, newEmail('moved')]);
    await shop.rows(
      `update commission_holds set released_at = now(), released_by = 'admin' where payment_id in
         (select id from payments where purchase_id in (select id from purchases where affiliate_id = $1))`,
      [id],
    );
    shop.paypal.renew(orderId);
    shop.paypal.flush();
    await shop.paypal.idle();
    expect((await records(shop.rows, orderId)).holds).toHaveLength(1);
  });
});

describe('the affiliate code', () => {
  test('on the order wins over a reported code', async () => {
    const other = await newAffiliate(shop.rows);
    for (const orderId of [
      await paidOrder(shop, { code: affiliate.code }),
      await newSubscription(shop, { code: affiliate.code }),
    ])
      expect(await reportAndReadEntries(orderId, other.code)).toMatchObject([{ affiliate_id: affiliate.id }]);
  });

  test('that is reported counts in any letter case if the order has no code', async () => {
    const orderId = await paidOrder(shop);
    const answer = await track(shop, orderId, { affiliateCode: ` ${affiliate.code.toUpperCase()} ` });
    expect(answer).toMatchObject({ status: 200, body: { credited: true } });
    expect((await records(shop.rows, orderId)).entries).toMatchObject([{ affiliate_id: affiliate.id }]);
  });

  test('that is reported later credits the purchase once, and the next code changes nothing', async () => {
    const other = await newAffiliate(shop.rows);
    const orderId = await paidOrder(shop);
    expect(await reportAndReadEntries(orderId, null)).toEqual([]);
    const oneCommission = [expect.objectContaining({ affiliate_id: affiliate.id, amount_cents: 600 })];
    for (const code of [affiliate.code, affiliate.code, other.code])
      expect(await reportAndReadEntries(orderId, code)).toEqual(oneCommission);
  });
});
