import { plans } from '../../src/shared/plans.ts';

// Removes the former prices, which the API accepts for a week after a price change. A test that pays a former price must
// fail at once, not a week later.
for (const plan of plans) Object.assign(plan, { formerPrices: [] });
