import * as z from 'zod/mini';
import { money } from '../../../src/server/paypal/value-shapes.ts';
import { centsToDecimal, formatUsd } from '../../../src/shared/money.ts';
import { currency, planOfType } from '../../../src/shared/plans.ts';
import { type Finding, findings } from './check.ts';

const cycleShape = z.object({
  tenure_type: z.string(),
  total_cycles: z._default(z.number(), 1),
  frequency: z.object({ interval_unit: z.string(), interval_count: z._default(z.number(), 1) }),
  pricing_scheme: z.optional(z.object({ fixed_price: z.optional(money) })),
});

/** The checked fields of GET /v1/billing/plans/{id}. */
export const planShape = z.object({
  status: z.string(),
  billing_cycles: z.tuple([cycleShape], cycleShape),
  payment_preferences: z.optional(z.object({ setup_fee: z.optional(money) })),
  taxes: z.optional(z.object({ percentage: z.coerce.number(), inclusive: z._default(z.boolean(), true) })),
});

/** Compares a PayPal plan with the subscription in src/shared/plans.ts. `null` means that PayPal does not know it. */
export function inspectPlan(plan: z.infer<typeof planShape> | null): Finding {
  const { good, wrong } = findings('PayPal plan');
  const setting = 'PUBLIC_PAYPAL_ANNUAL_PLAN_ID';
  if (!plan) return wrong(`is unknown at PayPal. Put the id of the live plan into ${setting}.`);
  if (plan.status !== 'ACTIVE') return wrong(`is ${plan.status}. Activate it at PayPal.`);
  const sold = planOfType('subscription');
  const [cycle, ...otherCycles] = plan.billing_cycles;
  const { interval_unit: unit, interval_count: count } = cycle.frequency;
  const price = cycle.pricing_scheme?.fixed_price;
  const differences = [
    (cycle.tenure_type !== 'REGULAR' || otherCycles.length > 0) && 'has a trial',
    (unit !== sold?.interval?.toUpperCase() || count !== 1) && `bills every ${String(count)} ${unit}`,
    cycle.total_cycles !== 0 && `ends after ${String(cycle.total_cycles)} payments`,
    (price?.cents !== sold?.priceCents || price?.currency !== currency) &&
      `costs ${price ? `${centsToDecimal(price.cents)} ${price.currency}` : 'no fixed price'}`,
    (plan.payment_preferences?.setup_fee?.cents ?? 0) > 0 && 'has a setup fee',
    plan.taxes && plan.taxes.percentage > 0 && !plan.taxes.inclusive && 'adds a tax',
  ].filter(Boolean);
  return differences.length === 0
    ? good('is active, and bills what src/shared/plans.ts says')
    : wrong(
        `${differences.join(', ')}. Create a plan of ${formatUsd(sold?.priceCents ?? 0)} every ${sold?.interval ?? ''}, without trial, end, setup fee or added tax, and put its id into ${setting}.`,
      );
}
