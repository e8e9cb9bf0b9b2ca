import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { paidOrder, records } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
let token: string;
beforeAll(async () => {
  [shop, token] = await Promise.all([startShop(), signIn('admin')]);
});
afterAll(() => shop.close());

test('an activation earns no commission for earlier purchases, even if it is backdated', async () => {
  const { id, code, email } = await newAffiliate(shop.rows, { activeFrom: null });
  const orderId = await paidOrder(shop, { code });
  await shop.paypal.idle();
  const body = { name: 'Minted', email, date_activated: '2025-01-01T00:00:00.000Z' };
  const answer = await shop.call('PUT', `/api/affiliates/${id}`, body, { token });
  expect(answer).toMatchObject({ status: 200, body });
  shop.paypal.refundCapture(Object.keys(shop.paypal.state().captures).at(-1) ?? '', '1.00');
  await shop.paypal.idle();
  expect((await records(shop.rows, orderId)).entries).toEqual([]);
});
