import type { FormerPrice, Plan } from './plans.ts';

/** For how many days after the one of the change a page that was opened before it may still be paid from. */
export const formerPriceDays = 7;

const dayMs = 24 * 60 * 60 * 1000;

/** A price in US cents; of a subscription, with the provider's plan that bills it where that is not today's. */
export type Offer = Pick<FormerPrice, 'priceCents' | 'providerPlanId'>;

/**
 * What a page offered that made an order or a subscription at this moment: today's price, and every former one that it could
 * still show then (docs/decisions/01); of a moment that nobody knows, today's alone.
 */
export const offersAt = ({ priceCents, formerPrices }: Plan, at: Date | null): readonly Offer[] => [
  { priceCents },
  ...formerPrices.filter(
    ({ until }) => at !== null && at.getTime() < Date.parse(until) + (1 + formerPriceDays) * dayMs,
  ),
];
