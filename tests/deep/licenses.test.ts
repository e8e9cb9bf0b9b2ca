import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLicense } from '../../src/server/money/licenses/check-license.ts';
import { readRevokedList } from '../../src/server/money/licenses/revoked-list.ts';
import { readSigningKey } from '../../src/server/money/licenses/signing-key.ts';
import { newOrder, newSubscription, pay, track } from '../api/buyer.ts';
import { settings } from '../api/settings.ts';
import { type Shop, startShop } from '../api/shop.ts';
import { testSeed } from '../seed.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const buyers = 1_000;

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('each payment of 1,000 buyers has one valid license, unless the money went back', async () => {
  const random = randomNumbers(testSeed());
  shop.paypal.set({ holdWebhooks: true });
  const chance = (share: number) => random() < share;
  // 30% close the tab, so that only PayPal's events report their purchase.
  for (let index = 0; index < buyers; index += 1) {
    const email = `buyer-${String(index)}@mail.example`;
    const orderId = chance(0.5) ? await newSubscription(shop, { email }) : await newOrder(shop);
    if (!orderId.startsWith('I-')) await pay(shop, orderId, email);
    if (chance(0.7)) await track(shop, orderId, { email: null });
  }
  const { captures, sales } = shop.paypal.state();
  const paidBack = new Set<string>();
  for (const [id, isCapture] of [
    ...Object.keys(captures).map((id) => [id, true] as const),
    ...Object.keys(sales).map((id) => [id, false] as const),
  ]) {
    const fate = random();
    if (fate < 0.1) (isCapture ? shop.paypal.refundCapture : shop.paypal.refundSale)(id);
    else if (fate < 0.15) shop.paypal.resolveDispute(shop.paypal.openDispute(id), 'RESOLVED_BUYER_FAVOUR');
    if (fate < 0.15) paidBack.add(id);
  }
  // Every event comes twice, in random order, four at once.
  const events = Object.values(shop.paypal.state().events).map((event) => JSON.stringify(event));
  const shuffled = [...events, ...events]
    .map((body) => ({ body, position: random() }))
    .sort((a, b) => a.position - b.position);
  while (shuffled.length > 0)
    await Promise.all(
      shuffled
        .splice(0, 4)
        .map(({ body }) =>
          shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) }),
        ),
    );

  const rows = await shop.rows(
    'select l.text, p.provider_id from licenses l join payments p on p.id = l.payment_id order by p.provider_id',
  );
  const { id, publicKey } = readSigningKey(settings.licenseKey);
  const keys = new Map([[id, publicKey]]);
  const { body } = await shop.call('GET', '/api/licenses/revoked');
  const revokedIds = readRevokedList(String(body), keys);
  const check = { product: 'Kithbook', keys, revokedIds, releasedOn: '2026-01-01' };
  const paymentsWith = (answer: string) =>
    rows
      .filter(({ text }) => checkLicense(Buffer.from(String(text)), check) === answer)
      .map((row) => String(row.provider_id));
  const payments = [...Object.keys(captures), ...Object.keys(sales)].sort();
  expect(payments).toHaveLength(buyers);
  expect(paymentsWith('valid').sort()).toEqual(payments.filter((payment) => !paidBack.has(payment)));
  // A payment whose refund was reported first never had a license.
  const revoked = paymentsWith('revoked');
  expect(revoked.filter((payment) => !paidBack.has(payment))).toEqual([]);
  expect(new Set(revoked).size).toBe(revoked.length);
  expect(revoked.length).toBeGreaterThan(buyers / 20);
}, 600_000);
