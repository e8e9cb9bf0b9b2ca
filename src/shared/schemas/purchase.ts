import * as z from 'zod';
import { decimalToCents } from '../money.ts';
import { plainText } from './text.ts';

/** An order or subscription id as the provider forms them; it becomes part of a provider address. */
const providerId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Not an order id');

const amount = z
  .union([z.number(), z.string()])
  .transform((value) => decimalToCents(typeof value === 'number' ? value.toFixed(2) : value.trim()))
  .pipe(z.int('Not an amount').positive('Not an amount'));

/** What the checkout reports after a payment. The amount becomes US cents and is only compared. */
export const trackInput = z.object({
  orderId: providerId,
  amount,
  affiliateCode: plainText.nullish().transform((code) => code || null),
  type: z.enum(['one-time', 'subscription']),
});

export type TrackInput = z.infer<typeof trackInput>;
