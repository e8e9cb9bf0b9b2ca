import * as z from 'zod/mini';
import { decimalToCents } from '../../../shared/money.ts';
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
  const cents = decimalToCents(value);
  if (cents === null)
    context.issues.push({ code: 'custom', input: value, message: `Not an amount: ${value}` });
  return { cents: cents ?? 0, currency };
};

/** A moment in ISO 8601. */
export const moment = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text) => new Date(text)),
);
