import { afterAll, expect, test } from 'vitest';
import { signIn } from '../accounts.ts';
import { paidOrder, records } from '../buyer.ts';
import { openEmbedded } from '../harness.ts';
import { newAffiliate, newEmail } from '../mint.ts';
import { startShop } from '../shop.ts';

const now = new Date('2025-09-10T12:00:00Z');
const shop = await startShop({ database: await openEmbedded(), now: () => now });
const token = await signIn('admin');
afterAll(() => shop.close());

test.each([
  ['as ours', '2025-09-10T12:00:00Z'],
  ['seconds ahead of ours', '2025-09-10T12:00:02Z'],
])(
  'a payer who waits as a self-referral stays a suspect with the provider’s clock %s',
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
    const moved = { name: 'Moved', email: newEmail('moved'), code, date_activated: '2025-01-01T00:00:00Z' };
    expect(
      (await shop.call('PUT', `/api/affiliates/${id}`, { ...moved, referred_by: null }, { token })).status,
    ).toBe(200);
    expect(await buy()).toMatchObject([{ reason: 'self-referral' }]);
  },
);
