import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep } from '../../../seed.ts';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newAffiliate, unique } from '../../factories.ts';
import { openNeon } from '../../neon.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { type Shop, startShop } from '../../shop.ts';

const writers = 12;
const calls = isDeep ? 1_000 : 24;
const purchases = isDeep ? 30 : 12;

let shop: Shop;
let token: string;
beforeAll(async () => {
  // The deep check keeps the time limits of the product. In the ordinary run, other tests slow the writers down.
  if (!isDeep) setLongTimeouts();
  token = await signIn('admin');
  shop = await startShop({ database: await openNeon() });
});
afterAll(() => shop.close());

test(`${String(writers)} concurrent writers save all ${String(calls)} reattributions of ${String(purchases)} purchases of one buyer`, async () => {
  const codes = [(await newAffiliate(shop.rows)).code, (await newAffiliate(shop.rows)).code];
  const make = fixtures(shop.rows);
  const payer_id = unique();
  const ids: string[] = [];
  for (let count = 0; count < purchases; count += 1) {
    const purchase_id = await make.purchase({ payer_id });
    await make.payment({ purchase_id });
    ids.push(purchase_id);
  }

  const answers: number[] = [];
  let next = 0;
  const write = async () => {
    while (next < calls) {
      const number = next++;
      const path = `/api/purchases/${ids[number % purchases] ?? ''}/reattribute`;
      const code = codes[Math.floor(number / purchases) % 2];
      answers.push((await shop.call('POST', path, { code, reason: 'Contention' }, { token })).status);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  expect(
    Object.entries(Object.groupBy(answers, String)).map(([status, all]) => [status, all?.length]),
  ).toEqual([['200', calls]]);
}, 600_000);
