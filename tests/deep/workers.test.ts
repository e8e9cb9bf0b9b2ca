import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayPal } from '../../src/server/clients/paypal/paypal-client.ts';
import { type Api, startApi } from '../api/harness.ts';
import { anyStep, paymentSummaries, startHistory } from '../api/history.ts';
import { newAffiliate, newEmail } from '../api/factories.ts';
import { openNeon } from '../api/neon.ts';
import { testSeed } from '../seed.ts';
import { type Shop, startShop } from '../api/shop.ts';

let shop: Shop;
/** The site on a real PostgreSQL, through the production driver. */
let apiOnNeon: Api;
beforeAll(async () => {
  shop = await startShop();
  apiOnNeon = await startApi({ database: await openNeon(), paypal: createPayPal(shop.paypalSettings) });
});
afterAll(async () => {
  await apiOnNeon.close();
  await shop.close();
});

/** The number of webhooks, and the number of their deliveries. 30% of the deliveries are duplicates. */
const [webhookCount, deliveryCount] = [700, 1_000];

const send = (api: Pick<Api, 'call'>, body: string) =>
  api.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });

test('four workers with shuffled webhooks and 30% duplicates write the same ledger as in order', async () => {
  const seed = testSeed();
  const { id, email, code } = await newAffiliate(shop.rows, { activeFrom: '2024-12-01T00:00:00Z' });
  await apiOnNeon.rows(
    `insert into affiliates (id, name, email, code, date_activated)
     values ($1, 'Minted', $2, $3, '2024-12-01T00:00:00Z')`,
    [id, email, code],
  );
  const buyers = [email, ...Array.from({ length: 40 }, () => newEmail('buyer'))];
  const { play, takeNewEvents } = startHistory(shop, {
    buyers,
    code,
    from: '2024-11-01T00:00:00Z',
    pauseMs: 65 * 60 * 1_000,
  });
  const events: string[] = [];
  for (const step of fc.sample(anyStep, { numRuns: 2_000, seed })) {
    await play(step);
    for (const { body } of takeNewEvents()) {
      if (events.length === webhookCount) break;
      events.push(body);
      await send(shop, body);
    }
    if (events.length === webhookCount) break;
  }
  expect(events).toHaveLength(webhookCount);

  const [randomNumbers = []] = fc.sample(
    fc.array(fc.nat(), { minLength: deliveryCount, maxLength: deliveryCount }),
    {
      numRuns: 1,
      seed,
    },
  );
  const queue = [...events, ...events.slice(0, deliveryCount - webhookCount)]
    .map((body, index) => ({ body, position: randomNumbers[index] ?? 0 }))
    .sort((a, b) => a.position - b.position);
  expect(queue).toHaveLength(deliveryCount);
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      expect((await send(apiOnNeon, next.body)).status).toBe(200);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);

  const states = 'select state, count(*)::int as n from webhook_events group by state order by state';
  expect(await apiOnNeon.rows(states)).toEqual(await shop.rows(states));
  const { orders, subscriptions } = shop.paypal.state();
  const purchases = [...Object.keys(orders), ...Object.keys(subscriptions)];
  const summaries = await paymentSummaries(shop.rows, purchases);
  expect(summaries.length).toBeGreaterThan(100);
  expect(await paymentSummaries(apiOnNeon.rows, purchases)).toEqual(summaries);
  const kinds = await apiOnNeon.rows(
    'select distinct kind::text as kind from commission_entries order by kind',
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['adjustment', 'commission', 'refund', 'reversal']);
}, 600_000);
