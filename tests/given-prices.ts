import { type PlanId, plans } from '../src/shared/plans.ts';

// The prices that the tests' amounts are of, whatever is sold today: the rules that they hold stay when a price changes.
// Today's are held by tests/site/specified-pages.ts and tests/e2e/purchase.spec.ts.
const given: Readonly<Record<PlanId, number>> = { basic: 59_99, annual: 49_99 };
for (const plan of plans) Object.assign(plan, { priceCents: given[plan.id] });
