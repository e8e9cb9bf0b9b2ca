import * as z from 'zod/mini';
import { decimalToCents } from '../../shared/money.ts';
import type { Money } from './payments.ts';

/** An amount as PayPal's second version of payments, its subscriptions and disputes write it. */
export const money = z.pipe(
  z.object({ currency_code: z.string(), value: z.string() }),
  z.transform(({ currency_code, value }, context): Money => toMoney(value, currency_code, context)),
);

/** An amount as the first version of payments writes it. */
export const legacyMoney = z.pipe(
  z.object({ currency: z.string(), total: z.string() }),
  z.transform(({ currency, total }, context): Money => toMoney(total, currency, context)),
);

const toMoney = (value: string, currency: string, context: z.core.ParsePayload): Money => {
  // PayPal's pattern of amounts allows them without a digit before the point.
  const cents = decimalToCents(value.replace(/^(-?)\./, '$10.'));
  if (cents === null)
    context.issues.push({ code: 'custom', input: value, message: `Not an amount: ${value}` });
  return { cents: cents ?? 0, currency };
};

/** A moment in ISO 8601. */
export const moment = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text) => new Date(text)),
);

/** Returns JSON without its null fields: PayPal sends null for what it leaves out elsewhere. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, withoutNulls(field)]),
  );
}
