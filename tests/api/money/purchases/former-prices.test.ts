import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findPlan, type FormerPrice, type PlanId } from '../../../../src/shared/plans.ts';
import { newOrder, newSubscription, nothing, paidOrder, records, track } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const daysAgo = (days: number): FormerPrice['until'] => {
  const day = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return day as FormerPrice['until'];
};

/** Changes the former prices of a plan. */
const changePrice = (id: PlanId, formerPrices: readonly FormerPrice[]): void => {
  Object.assign(findPlan(id) ?? {}, { formerPrices });
};
afterEach(() => {
  changePrice('basic', []);
  changePrice('annual', []);
});

const mismatch = { status: 422, body: { code: 'purchase-mismatch' } };

describe('an order at a former price', () => {
  test('is recorded with the paid amount, and earns a share of this amount', async () => {
    changePrice('basic', [{ priceCents: 54_99, until: daysAgo(1) }]);
    const { code } = await newAffiliate(shop.rows);
    const orderId = await paidOrder(shop, { code, value: '54.99' });
    const answer = await track(shop, orderId, { amount: '54.99' });
    expect(answer).toMatchObject({ status: 200, body: { amount: '54.99', credited: true } });
    expect(await records(shop.rows, orderId)).toMatchObject({
      purchases: [{ plan_id: 'basic', amount_cents: 54_99 }],
      entries: [{ amount_cents: 5_50, base_cents: 54_99 }],
    });
  });

  test('is recorded by the webhook without a report', async () => {
    changePrice('basic', [{ priceCents: 54_99, until: daysAgo(1) }]);
    const orderId = await paidOrder(shop, { value: '54.99' });
    await shop.paypal.idle();
    expect(await records(shop.rows, orderId)).toMatchObject({ purchases: [{ amount_cents: 54_99 }] });
  });

  test('is not recorded before it is captured, and a report is answered with 202', async () => {
    changePrice('basic', [{ priceCents: 54_99, until: daysAgo(1) }]);
    const orderId = await newOrder(shop, { value: '54.99' });
    expect(await track(shop, orderId, { amount: '54.99' })).toMatchObject({ status: 202 });
  });

  test.each([
    ['that ended more than seven days ago', '54.99', 9],
    ['that never existed', '54.98', 1],
  ])('%s: the report is 422', async (_what, value, days) => {
    changePrice('basic', [{ priceCents: 54_99, until: daysAgo(days) }]);
    const orderId = await paidOrder(shop, { value });
    expect(await track(shop, orderId, { amount: value })).toMatchObject(mismatch);
    await shop.paypal.idle();
    expect(await records(shop.rows, orderId)).toEqual(nothing);
  });

  test('of the other plan: the report is 422', async () => {
    changePrice('annual', [{ priceCents: 39_99, until: daysAgo(1) }]);
    expect(await track(shop, await paidOrder(shop, { value: '39.99' }))).toMatchObject(mismatch);
  });
});

describe('a subscription to the former PayPal plan', () => {
  /** Starts a server that sells a new PayPal plan. PayPal still has the former plan, and browsers subscribe to that plan. */
  const startShopWithNewPlan = async (priceCents: number) => {
    const next = await startShop({ settings: { annualPlanId: 'P-NEXT' } });
    next.simulated.annualPlanPriceCents = priceCents;
    return next;
  };
  const formerPlan = { priceCents: 39_99, providerPlanId: 'P-TEST-ANNUAL' };

  test('is recorded with the price of the former plan', async () => {
    changePrice('annual', [{ ...formerPlan, until: daysAgo(1) }]);
    const next = await startShopWithNewPlan(39_99);
    const orderId = await newSubscription(next);
    const answer = await track(next, orderId, { amount: '39.99' });
    expect(answer).toMatchObject({ status: 200, body: { plan: 'annual', amount: '39.99' } });
    await next.close();
  });

  test.each([
    ['at today’s price', 49_99, 1],
    ['more than seven days after the plan ended', 39_99, 9],
  ])('%s: the report is 422', async (_what, cents, days) => {
    changePrice('annual', [{ ...formerPlan, until: daysAgo(days) }]);
    const next = await startShopWithNewPlan(cents);
    const orderId = await newSubscription(next);
    expect(await track(next, orderId, { amount: '49.99' })).toMatchObject(mismatch);
    await next.paypal.idle();
    expect(await records(next.rows, orderId)).toEqual(nothing);
    await next.close();
  });
});

describe('a disabled plan', () => {
  afterEach(() => {
    for (const id of ['basic', 'annual'] as const) Object.assign(findPlan(id) ?? {}, { disabled: false });
  });

  test.each([
    ['basic', paidOrder, 6_00],
    ['annual', newSubscription, 5_00],
  ] as const)(
    'can still be bought on an open page; a report and a webhook record the purchase: %s',
    async (id, buy, share) => {
      Object.assign(findPlan(id) ?? {}, { disabled: true });
      const { code } = await newAffiliate(shop.rows);
      const reportedOrder = await buy(shop, { code });
      expect(await track(shop, reportedOrder, { affiliateCode: code })).toMatchObject({ status: 200 });
      const webhookOrder = await buy(shop, { code });
      await shop.paypal.idle();
      for (const providerId of [reportedOrder, webhookOrder])
        expect(await records(shop.rows, providerId)).toMatchObject({
          purchases: [{ plan_id: id }],
          entries: [{ amount_cents: share }],
        });
    },
  );
});
