import * as z from 'zod/mini';
import { currency, planOfType } from '../../../shared/plans.ts';
import { money } from './value-shapes.ts';

/** Returns how a plan at PayPal differs from our subscription at a price in US cents, or null if it does not. */
export function planDifferences(plan: unknown, priceCents: number): string | null {
  const { error } = rightPlan(priceCents).safeParse(plan);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') ?? null;
}

/** The only right plan: the price and the site's interval, without trial, end, setup fee or added tax. */
function rightPlan(priceCents: number) {
  const unit = z.literal(String(planOfType('subscription')?.interval).toUpperCase());
  const price = z.object({ cents: z.literal(priceCents), currency: z.literal(currency) });
  const free = z.object({ cents: z.literal(0), currency: z.string() });
  const cycle = z.object({
    tenure_type: z.literal('REGULAR'),
    total_cycles: z.literal(0),
    frequency: z.object({ interval_unit: unit, interval_count: z._default(z.literal(1), 1) }),
    pricing_scheme: z.object({ fixed_price: z.pipe(money, price) }),
  });
  return z.object({
    status: z.literal('ACTIVE'),
    billing_cycles: z.tuple([cycle]),
    payment_preferences: z.optional(z.object({ setup_fee: z.optional(z.pipe(money, free)) })),
    taxes: z.optional(z.object({ inclusive: z._default(z.literal(true), true) })),
  });
}
