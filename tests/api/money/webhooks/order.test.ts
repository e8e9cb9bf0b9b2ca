import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { shareOf } from '../../../../src/shared/money.ts';
import { type Api, startApi } from '../../harness.ts';
import { anyStep, paymentSummaries, startHistory } from '../../history.ts';
import { newAffiliate, unique } from '../../factories.ts';
import { openNeon } from '../../neon.ts';
import { randomRuns } from '../../../seed.ts';
import { type Shop, startShop } from '../../shop.ts';

/** A site that receives every event as it happens. */
let shop: Shop;
/** A second site with the production driver, which receives all events twice at the end, in random order, four at once. */
let lateApi: Api;
beforeAll(async () => {
  shop = await startShop();
  lateApi = await startApi({
    database: await openNeon(),
    paypal: createPayPal(shop.paypalSettings),
  });
});
afterAll(async () => {
  await lateApi.close();
  await shop.close();
});

const send = (api: Pick<Api, 'call'>, body: string) =>
  api.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });

/** Creates the same affiliate in both databases. */
const newAffiliateInBoth = async () => {
  const email = `a.b${unique()}@gmail.com`;
  const affiliate = await newAffiliate(shop.rows, { activeFrom: '2025-12-03T00:00:00Z', email });
  await lateApi.rows(
    `insert into affiliates (id, name, email, code, date_activated)
     values ($1, 'Minted', $2, $3, '2025-12-03T00:00:00Z')`,
    [affiliate.id, affiliate.email, affiliate.code],
  );
  return affiliate;
};

test('shuffled, duplicated and simultaneous events lead to the same records as events in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 6, maxLength: 20 }),
      fc.infiniteStream(fc.nat(1_000_000)),
      async (steps, randomNumbers) => {
        shop.paypal.reset();
        const { code, email } = await newAffiliateInBoth();
        const id = unique();
        const buyers = [
          `c.${id}@gmail.com`,
          `c${id}@gmail.com`,
          `d${id}@mail.example`,
          email.replace('.', ''),
        ];
        const { play, takeNewEvents } = startHistory(shop, {
          buyers,
          code,
          from: '2025-12-01T00:00:00Z',
          pauseMs: 7 * 60 * 60 * 1_000,
        });
        const events = [];
        for (const step of steps) {
          await play(step);
          const newEvents = takeNewEvents();
          for (const { body } of newEvents) expect((await send(shop, body)).status).toBe(200);
          events.push(...newEvents);
        }
        const shuffled = [...events, ...events]
          .map(({ body }) => {
            const [position = 0] = randomNumbers.take(1);
            return { body, position };
          })
          .sort((a, b) => a.position - b.position);
        while (shuffled.length > 0)
          await Promise.all(shuffled.splice(0, 4).map(({ body }) => send(lateApi, body)));

        const { orders, subscriptions } = shop.paypal.state();
        const purchases = [...Object.keys(orders), ...Object.keys(subscriptions)];
        const summaries = await paymentSummaries(shop.rows, purchases);
        expect(await paymentSummaries(lateApi.rows, purchases)).toEqual(summaries);
        for (const api of [shop, lateApi])
          expect(
            await api.rows("select id from webhook_events where state in ('received', 'failed')"),
          ).toEqual([]);
        for (const row of summaries) {
          expect(row.earned).toBeGreaterThanOrEqual(0);
          expect(row.earned).toBeLessThanOrEqual(shareOf(Number(row.amount_cents), 2_500));
          // PayPal may give back a part of the amount that it reversed for a dispute.
          const isRefunded = row.refunded_cents === row.amount_cents && row.disputes === null;
          if (isRefunded) expect(row.earned).toBe(0);
          if (row.disputes === null) expect(row.licenses).toBe(isRefunded ? 0 : 1);
        }
      },
    ),
    randomRuns(3, 25),
  );
}, 300_000);
