import * as z from 'zod/mini';
import { decimalToCents } from '../../../shared/money.ts';
import type { Money } from '../../frame/context/paypal.ts';

/** An amount in orders, captures, subscriptions, disputes and reports. */
export const money = z.pipe(
  z.object({ currency_code: z.string(), value: z.string() }),
  z.transform(({ currency_code, value }, context): Money => toMoney(value, currency_code, context)),
);

/** An amount in version 1 of PayPal's payments API, which returns sales (payments of subscriptions) and their refunds. */
export const legacyMoney = z.pipe(
  z.object({ currency: z.string(), total: z.string() }),
  z.transform(({ currency, total }, context): Money => toMoney(total, currency, context)),
);

function toMoney(value: string, currency: string, context: z.core.ParsePayload): Money {
  // PayPal allows amounts without a digit before the point.
  const cents = decimalToCents(value.replace(/^(-?)\./, '$10.'));
  if (cents === null)
    context.issues.push({ code: 'custom', input: value, message: `Not an amount: ${value}` });
  return { cents: cents ?? 0, currency };
}

/** A moment in ISO 8601, as a Date. */
export const moment = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text) => new Date(text)),
);

/** Deeper than anything that PayPal sends. */
const maxDepth = 64;

/**
 * Returns JSON without its null fields. PayPal sends null for some fields, and omits them elsewhere. Leaves a value that is nested
 * too deeply as it is, so that one odd event does not spoil a list.
 */
export function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, withoutNulls(field, depth + 1)]),
  );
}
