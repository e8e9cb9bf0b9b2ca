import { describe, expect, it } from 'vitest';
import { formerPriceDays, offersAt } from '../../../../../src/server/money/purchases/match-offer.ts';
import { findPlan, plans, type FormerPrice } from '../../../../../src/shared/plans.ts';

const basic = findPlan('basic');
if (!basic) throw new Error('There is no Basic');
const former: FormerPrice = { priceCents: 54_99, until: '2026-03-01' };
const changedPlan = { ...basic, priceCents: 64_99, formerPrices: [former] };
const pricesAt = (at: string) => offersAt(changedPlan, new Date(at)).map(({ priceCents }) => priceCents);

describe('a former price', () => {
  it('is accepted until seven days after the day of the change', () => {
    expect(formerPriceDays).toBe(7);
    expect(pricesAt('2025-01-01T00:00:00Z')).toEqual([64_99, 54_99]);
    expect(pricesAt('2026-03-01T12:00:00Z')).toEqual([64_99, 54_99]);
    expect(pricesAt('2026-03-08T23:59:59.999Z')).toEqual([64_99, 54_99]);
  });

  it('is not accepted later than seven days after the change, or if the date of the order is unknown', () => {
    expect(pricesAt('2026-03-09T00:00:00Z')).toEqual([64_99]);
    expect(offersAt(changedPlan, null)).toEqual([{ priceCents: 64_99 }]);
  });

  it('of a subscription has the id of the PayPal plan that billed it', () => {
    const former = plans.flatMap(({ type, formerPrices }) => (type === 'subscription' ? formerPrices : []));
    expect(former.filter(({ providerPlanId }) => !providerPlanId)).toEqual([]);
  });

  it.each(plans.flatMap(({ id, formerPrices }) => formerPrices.map((price) => [id, price] as const)))(
    'of %s ends on a real day: %o',
    (_id, { until }) => {
      expect(new Date(until).toISOString().slice(0, 10)).toBe(until);
    },
  );
});
