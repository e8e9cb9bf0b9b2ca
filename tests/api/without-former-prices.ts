import { plans } from '../../src/shared/plans.ts';

// Removes the former prices. The API accepts a former price only for a week after a price change. Here, a test that pays a
// former price fails at once, and not a week later.
for (const plan of plans) Object.assign(plan, { formerPrices: [] });
