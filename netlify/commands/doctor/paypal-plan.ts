import * as z from 'zod/mini';
import { money } from '../../../src/server/paypal/paypal-values.ts';
import { centsToDecimal, formatUsd } from '../../../src/shared/money.ts';
import { currency, planOfType } from '../../../src/shared/plans.ts';
import { about, type Finding } from './check.ts';

/** GET /v1/billing/plans/{id}, in part. */
export const planShape = z.object({
  status: z.string(),
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      total_cycles: z._default(z.number(), 1),
      frequency: z.object({ interval_unit: z.string(), interval_count: z._default(z.number(), 1) }),
      pricing_scheme: z.optional(z.object({ fixed_price: z.optional(money) })),
    }),
  ),
  payment_preferences: z.optional(z.object({ setup_fee: z.optional(money) })),
  taxes: z.optional(z.object({ percentage: z.coerce.number(), inclusive: z._default(z.boolean(), true) })),
});

const { good, wrong } = about("PayPal's plan");
const setting = 'PUBLIC_PAYPAL_ANNUAL_PLAN_ID';
const another = `Make a plan that is as src/shared/plans.ts says, and put its id into ${setting}`;

const faultOf = ({
  status,
  billing_cycles: cycles,
  payment_preferences: preferences,
  taxes,
}: z.infer<typeof planShape>): string | null => {
  const plan = planOfType('subscription');
  if (!plan) return null;
  if (status !== 'ACTIVE') return `is ${status}, and nobody can subscribe. Activate it at PayPal`;
  const [cycle, ...others] = cycles;
  if (cycle?.tenure_type !== 'REGULAR' || others.length > 0)
    return `has a trial, and the first payment would not be the price. ${another}`;
  const { interval_unit: unit, interval_count: count } = cycle.frequency;
  if (unit !== plan.interval?.toUpperCase() || count !== 1)
    return `bills every ${String(count)} ${unit}, and src/shared/plans.ts says every ${plan.interval ?? ''}. ${another}`;
  if (cycle.total_cycles !== 0)
    return `ends after ${String(cycle.total_cycles)} payments, and a subscription renews until it is cancelled. ${another}`;
  const price = cycle.pricing_scheme?.fixed_price;
  if (price?.cents !== plan.priceCents || price.currency !== currency)
    return `costs ${price ? `${centsToDecimal(price.cents)} ${price.currency}` : 'no fixed price'}, and src/shared/plans.ts says ${formatUsd(plan.priceCents)}: such payments are refused. ${another}`;
  if ((preferences?.setup_fee?.cents ?? 0) > 0)
    return `has a setup fee, and the first payment would not be the price. ${another}`;
  if (taxes && taxes.percentage > 0 && !taxes.inclusive)
    return `adds a tax to the price, and such payments are refused. ${another}`;
  return null;
};

/** What a plan at the provider is against the one that is sold; null: the provider knows no such plan. */
export const examinePlan = (found: z.infer<typeof planShape> | null): Finding => {
  const fault = found ? faultOf(found) : `is unknown at PayPal. Put the id of the live plan into ${setting}`;
  return fault === null ? good('is active, and bills what is sold') : wrong(`${fault}.`);
};
