import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findPlan, type FormerPrice, type PlanId } from '../../../../src/shared/plans.ts';
import { newSubscription, nothing, paidOrder, records, track } from '../../buyer.ts';
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

  // tests/unit/server/money/purchases/offers.test.ts and match-order.test.ts have the last day, and every difference.
  test('that ended more than seven days ago: the report is 422', async () => {
    changePrice('basic', [{ priceCents: 54_99, until: daysAgo(9) }]);
    const orderId = await paidOrder(shop, { value: '54.99' });
    expect(await track(shop, orderId, { amount: '54.99' })).toMatchObject({
      status: 422,
      body: { code: 'purchase-mismatch' },
    });
    await shop.paypal.idle();
    expect(await records(shop.rows, orderId)).toEqual(nothing);
  });
});

describe('a subscription to the former PayPal plan', () => {
  test('is recorded with the price of the former plan', async () => {
    changePrice('annual', [{ priceCents: 39_99, providerPlanId: 'P-TEST-ANNUAL', until: daysAgo(1) }]);
    // PayPal still has the former plan, and browsers subscribe to it.
    const next = await startShop({ settings: { annualPlanId: 'P-NEXT' } });
    next.simulated.annualPlanPriceCents = 39_99;
    const orderId = await newSubscription(next);
    const answer = await track(next, orderId, { amount: '39.99' });
    expect(answer).toMatchObject({ status: 200, body: { plan: 'annual', amount: '39.99' } });
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
