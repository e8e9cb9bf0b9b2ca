import { afterAll, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { paidOrder, records, track } from '../../buyer.ts';
import { createTestDatabase } from '../../harness.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { startShop } from '../../shop.ts';

const now = new Date('2025-09-10T12:00:00Z');
const shop = await startShop({ database: await createTestDatabase(), now: () => now });
const token = await signIn('admin');
afterAll(() => shop.close());

test.each([
  ['the same as ours', '2025-09-10T12:00:00Z'],
  ['two seconds ahead of ours', '2025-09-10T12:00:02Z'],
])(
  'after the affiliate has changed the email, their next own purchase is still put on hold (PayPal’s clock is %s)',
  async (_how, clock) => {
    shop.paypal.set({ clock });
    const email = newEmail('own');
    const { id, code } = await newAffiliate(shop.rows, { email, activeFrom: '2025-01-01T00:00:00Z' });
    const buy = async () => {
      const orderId = await paidOrder(shop, { code, email });
      await shop.paypal.idle();
      return (await records(shop.rows, orderId)).holds;
    };
    expect(await buy()).toMatchObject([{ reason: 'self-referral' }]);
    const change = { name: 'Moved', email: newEmail('moved'), code, date_activated: '2025-01-01T00:00:00Z' };
    expect(
      (await shop.call('PUT', `/api/affiliates/${id}`, { ...change, referred_by: null }, { token })).status,
    ).toBe(200);
    expect(await buy()).toMatchObject([{ reason: 'self-referral' }]);
  },
);

test('created_at comes from the database’s clock, and a change sets updated_at from the API’s clock', async () => {
  const { code } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop, { code });
  await shop.paypal.idle();
  await track(shop, orderId);
  const readPurchase = async () => {
    const [row] = await shop.rows('select id, created_at, updated_at from purchases where provider_id = $1', [
      orderId,
    ]);
    return row as { id: string; created_at: Date; updated_at: Date };
  };
  const { id, created_at, updated_at } = await readPurchase();
  expect(created_at.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  expect(updated_at).toEqual(created_at);
  const reattribution = { code: null, reason: 'Asked for' };
  expect((await shop.call('POST', `/api/purchases/${id}/reattribute`, reattribution, { token })).status).toBe(
    200,
  );
  expect(await readPurchase()).toEqual({ id, created_at, updated_at: now });
});
