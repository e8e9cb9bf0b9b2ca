import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newCode } from '../../../../src/shared/referral.ts';
import { newAccount, unsignedToken } from '../../accounts.ts';
import { newSubscription, paidOrder, records, track } from '../../buyer.ts';
import type { Answer } from '../../harness.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';

let database: NeonDatabase;
let shop: Shop;
beforeAll(async () => {
  setLongTimeouts();
  database = await openNeon();
  shop = await startShop({ database, now: () => new Date('2026-03-01T12:00:00Z') });
});
beforeEach(() => {
  shop.paypal.reset();
});
afterAll(() => shop.close());

function runConcurrently<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, make));
}

/** Removes the 503 answers of calls that waited too long. Expects at least one other answer. */
function withoutTimeouts(answers: readonly Answer[]): Answer[] {
  const found = answers.filter(({ status, headers }) => status !== 503 || !headers.has('retry-after'));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

async function expectRecordedOnce(orderId: string, affiliate_id: string, amount_cents: number) {
  const found = await records(shop.rows, orderId);
  expect(found).toMatchObject({
    purchases: [{ affiliate_id }],
    payments: [{ sequence: 1, state: 'completed' }],
    entries: [{ affiliate_id, kind: 'commission', amount_cents }],
  });
}

describe('with Neon’s driver and PostgreSQL', () => {
  test.each([['an order', paidOrder, 600]] as const)(
    '20 equal concurrent reports of %s record one purchase with one commission, and get equal answers or 503',
    async (_what, buy, cents) => {
      const { id, code } = await newAffiliate(shop.rows);
      shop.paypal.set({ holdWebhooks: true });
      const orderId = await buy(shop, { code });
      const report = () => track(shop, orderId, { affiliateCode: code });
      const answers = [...withoutTimeouts(await runConcurrently(20, report)), await report()];
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      await expectRecordedOnce(orderId, id, cents);
    },
  );

  test('concurrent reports and webhooks of an order and a subscription record each of them once', async () => {
    const { id, code } = await newAffiliate(shop.rows);
    shop.paypal.set({ holdWebhooks: true, deliverTwice: true });
    const orders = [await paidOrder(shop, { code }), await newSubscription(shop, { code })];
    shop.paypal.flush();
    await Promise.all([
      shop.paypal.idle(),
      ...orders.map((orderId) => runConcurrently(10, () => track(shop, orderId, { affiliateCode: code }))),
    ]);
    await expectRecordedOnce(orders[0] ?? '', id, 600);
    await expectRecordedOnce(orders[1] ?? '', id, 500);
    const events = await shop.rows("select count(*)::int as n from webhook_events where state = 'failed'");
    expect(events).toEqual([{ n: 0 }]);
  });

  test('50 equal concurrent sign-ups create one customer and get equal answers', async () => {
    const email = newEmail();
    let turn = 0;
    const answers = await runConcurrently(50, () => {
      turn += 1;
      const typed = turn % 2 ? email : email.toUpperCase();
      return shop.call('POST', '/api/customers', { name: null, email: typed });
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await shop.rows('select 1 as one from customers where lower(email) = $1', [email])).toHaveLength(
      1,
    );
  });
});

describe('affiliates, with Neon’s driver and PostgreSQL', () => {
  const statusesOf = (answers: readonly { status: number; body: unknown }[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, ({ status, body }) => `${String(status)} ${codeOf(body)}`)].map(
        ([key, group]) => [key.trim(), group.length],
      ),
    );
  const codeOf = (body: unknown) => z.object({ code: z.string() }).parse(body).code;

  test('of 20 concurrent applications with one code, one gets the code, and the others are conflicts', async () => {
    const prefix = newCode(`${unique()}@mail.example`).slice(0, 6);
    const tokens = await runConcurrently(20, async () => {
      const email = `${prefix}-${unique()}@mail.example`;
      const { uid } = await newAccount();
      return { email, token: unsignedToken(uid, { email }) };
    });
    const code = `${prefix}0007`;
    const answers = await Promise.all(
      tokens.map(({ email, token }) =>
        shop.call('POST', '/api/affiliates', { name: 'Race', email, code }, { token }),
      ),
    );
    expect(statusesOf(answers)).toEqual({ [`201 ${code}`]: 1, '409 affiliate-code-taken': 19 });
  });
});
