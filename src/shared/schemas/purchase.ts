import * as z from 'zod/mini';
import { maxLengths } from '../max-lengths.ts';
import { decimalToCents } from '../money.ts';
import { plainText, requiredText, textUpTo } from './text.ts';
import { recordVersion } from './list.ts';

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

const reason = requiredText(maxLengths.reason, 'reason-required');

/** Gives a purchase to the affiliate with this code; null: to nobody. */
export const reattributionInput = z.object({
  // Left out by mistake, it would take the purchase from whoever has it.
  code: z.pipe(
    z.nullable(textUpTo(64, 'Name a code, or null for nobody')),
    z.transform((code) => code?.toLowerCase() || null),
  ),
  reason,
  version: recordVersion,
});

/** Lets a commission that was on hold be paid. */
export const holdRelease = z.object({ holdId: z.uuid(), reason });

/** Adds to the commission of a payment, or takes back what was added. `id` is the caller's: sent twice, it is added once. */
export const paymentAdjustment = z.object({
  id: z.uuid().check(z.toLowerCase()),
  paymentId: z.uuid().check(z.toLowerCase()),
  amountCents: z.int32().check(z.refine((cents) => cents !== 0, 'Name an amount other than 0')),
  reason,
});

/** How far a purchase has come: `pending` is captured but not paid yet; the rest follows the provider's own states. */
export const purchaseStates = [
  'pending',
  'completed',
  'active',
  'suspended',
  'cancelled',
  'expired',
  'failed',
] as const;

/** States of a payment whose money arrived. Money that went back later arrived all the same. */
export const arrivedStates = ['completed', 'reversed'] as const;
