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

test.each(['a single update', 'a bulk update'])(
  'an activation by %s earns no commission for earlier purchases, even if it is backdated',
  async (update) => {
    const { id, code, email } = await newAffiliate(shop.rows, { activeFrom: null });
    const orderId = await paidOrder(shop, { code });
    await shop.paypal.idle();
    expect((await records(shop.rows, orderId)).entries).toEqual([]);
    const date_activated = '2025-01-01T00:00:00.000Z';
    const answer =
      update === 'a single update'
        ? await shop.call(
            'PUT',
            `/api/affiliates/${id}`,
            { name: 'Minted', email, date_activated },
            { token },
          )
        : await shop.call('POST', '/api/affiliates/bulk', { action: 'activate', ids: [id] }, { token });
    expect(answer.status).toBe(200);
    shop.paypal.refundCapture(Object.keys(shop.paypal.state().captures).at(-1) ?? '', '1.00');
    await shop.paypal.idle();
    expect((await records(shop.rows, orderId)).entries).toEqual([]);
    const [stored] = await shop.rows('select date_activated from affiliates where id = $1', [id]);
    if (update === 'a single update') expect(stored).toEqual({ date_activated: new Date(date_activated) });
  },
);

test('an imported affiliate earns from the imported activation date on', async () => {
  const code = `k${crypto.randomUUID().slice(0, 8)}`;
  const csv = `name,email,code,date_activated\nZoe,${code}@mail.example,${code},1/1/2025\n`;
  const answer = await shop.call('POST', '/api/affiliates/import', { csv, dryRun: false }, { token });
  expect(answer.body).toMatchObject({ valid: 1 });
  shop.paypal.set({ clock: '2026-02-01T10:00:00Z' });
  const orderId = await paidOrder(shop, { code });
  await shop.paypal.idle();
  expect((await records(shop.rows, orderId)).entries).toMatchObject([{ amount_cents: 6_00 }]);
});
