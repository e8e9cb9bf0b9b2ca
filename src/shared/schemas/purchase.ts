import * as z from 'zod/mini';
import { decimalToCents } from '../money.ts';
import { plainText } from './text.ts';

/** An order or subscription id as the provider forms them; it becomes part of a provider address. */
const providerId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'Not an order id'));

const amount = z.pipe(
  z.union([z.number(), z.string()]),
  z.pipe(
    z.transform((value: number | string) =>
      decimalToCents(typeof value === 'number' ? value.toFixed(2) : value.trim()),
    ),
    z.int('Not an amount').check(z.positive('Not an amount')),
  ),
);

/** What the checkout reports after a payment. The amount becomes US cents and is only compared. */
export const trackInput = z.object({
  orderId: providerId,
  amount,
  affiliateCode: z.pipe(
    z.nullish(plainText),
    z.transform((code) => code || null),
  ),
  type: z.enum(['one-time', 'subscription']),
});

export type TrackInput = z.infer<typeof trackInput>;
