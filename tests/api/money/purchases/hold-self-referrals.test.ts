import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { paidOrder, records } from '../../buyer.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
let admin: string;
beforeAll(async () => {
  [shop, admin] = await Promise.all([startShop(), signIn('admin')]);
});
afterAll(() => shop.close());

/** Creates an affiliate with an account, a purchase of a buyer with this email, and a purchase of another buyer. */
const createPurchases = async (buyer: string) => {
  const { email, token } = await newConfirmedAccount();
  const affiliate = await newAffiliate(shop.rows, { email });
  const ownOrder = await paidOrder(shop, { code: affiliate.code, email: buyer });
  const otherOrder = await paidOrder(shop, { code: affiliate.code });
  await shop.paypal.idle();
  const holdsOf = async (orderId: string) => (await records(shop.rows, orderId)).holds;
  expect([await holdsOf(ownOrder), await holdsOf(otherOrder)]).toEqual([[], []]);
  return { ...affiliate, token, ownOrder, otherOrder, holdsOf };
};

test('an affiliate’s new payment email puts their own purchase on hold at once', async () => {
  const buyer = newEmail('buyer');
  const { token, ownOrder, otherOrder, holdsOf } = await createPurchases(buyer);
  const save = () =>
    shop.call('PUT', '/api/affiliates/payout-email', { email: buyer.toUpperCase() }, { token });
  for (const { status } of [await save(), await save()]) expect(status).toBe(200);
  expect(await holdsOf(ownOrder)).toMatchObject([{ reason: 'self-referral', released_at: null }]);
  expect(await holdsOf(otherOrder)).toEqual([]);
});

test('an email that an admin enters puts the affiliate’s own purchase on hold at once', async () => {
  const buyer = newEmail('buyer');
  const { id, ownOrder, otherOrder, holdsOf } = await createPurchases(buyer);
  const body = { name: 'Minted', email: buyer, date_activated: '2025-01-01T00:00:00Z' };
  expect((await shop.call('PUT', `/api/affiliates/${id}`, body, { token: admin })).status).toBe(200);
  expect(await holdsOf(ownOrder)).toMatchObject([{ reason: 'self-referral', released_at: null }]);
  expect(await holdsOf(otherOrder)).toEqual([]);
});
