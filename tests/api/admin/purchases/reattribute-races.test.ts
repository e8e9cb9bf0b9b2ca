import { afterAll, beforeAll, expect, test } from 'vitest';
import { commissionLeft } from '../../../../src/shared/commission.ts';
import { signIn } from '../../accounts.ts';
import { newSubscription, track } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { openNeon } from '../../neon.ts';
import { type Shop, startShop } from '../../shop.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';

let shop: Shop;
let token: string;
beforeAll(async () => {
  setLongTimeouts();
  token = await signIn('admin');
  shop = await startShop({ database: await openNeon() });
});
afterAll(() => shop.close());

test('repeated re-attributions during refunds leave the whole commission with one affiliate', async () => {
  shop.paypal.set({ clock: '2025-09-01T10:00:00Z' });
  const [one, other] = [await newAffiliate(shop.rows), await newAffiliate(shop.rows)];
  const orderId = await newSubscription(shop, { code: one.code });
  await shop.paypal.idle();
  const [sale = ''] = Object.keys(shop.paypal.state().sales);
  const [row] = await shop.rows('select id from purchases where provider_id = $1', [orderId]);
  const path = `/api/purchases/${String(row?.id)}/reattribute`;
  const reattribute = (code: string | null) =>
    shop.call('POST', path, { code, reason: 'Back and forth' }, { token });

  const codes = [other.code, one.code, null, other.code, one.code, other.code];
  for (const amount of ['3.33', '4.44', '5.55']) shop.paypal.refundSale(sale, amount);
  const answers = await Promise.all([...codes.map(reattribute), track(shop, orderId), track(shop, orderId)]);
  // A request is 422 if an earlier request has already made the same change.
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body]).toMatchObject([422, { code: 'reattribution-no-change' }]);
  await shop.paypal.idle();
  await reattribute(other.code);
  await track(shop, orderId);

  const sums = await shop.rows(
    `select a.code, sum(e.amount_cents)::int as cents from commission_entries e
     join affiliates a on a.id = e.affiliate_id join payments p on p.id = e.payment_id
     where p.provider_id = $1 group by a.code`,
    [sale],
  );
  const leftCents = commissionLeft({
    baseCents: 4999,
    paidCents: 4999,
    refundedCents: 333 + 444 + 555,
    rateBasisPoints: 2500,
  });
  const centsOf = ({ code }: { code: string }) => sums.find((sum) => sum.code === code)?.cents ?? 0;
  expect([centsOf(other), centsOf(one)]).toEqual([leftCents, 0]);
});
