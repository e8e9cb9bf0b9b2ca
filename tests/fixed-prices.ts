import { type PlanId, plans } from '../src/shared/plans.ts';

// Fixes the prices of the tests, so that tests of rules do not change with a price. tests/site/specified-pages.ts and
// tests/e2e/purchase.spec.ts check today's prices.
const fixedPrices: Readonly<Record<PlanId, number>> = { basic: 59_99, annual: 49_99 };
for (const plan of plans) Object.assign(plan, { priceCents: fixedPrices[plan.id] });
