import * as z from 'zod/mini';
import { maxLengths } from '../max-lengths.ts';
import { decimalToCents } from '../money.ts';
import { type PlanId, plans } from '../plans.ts';
import { findCode } from '../referral.ts';
import { recordVersion, uuid } from './list.ts';
import { optionalEmail, plainText, requiredLine, requiredText, textUpTo } from './text.ts';

/** An order or subscription id of PayPal. It becomes part of a PayPal URL. */
const paypalId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'Not an order ID'));

const amount = z.pipe(
  z.union([z.number(), z.string()]),
  z.pipe(
    z.transform((value: number | string) =>
      decimalToCents(typeof value === 'number' ? value.toFixed(2) : value.trim()),
    ),
    z.int('Not an amount').check(z.positive('Not an amount')),
  ),
);

/** The checkout's report of a payment. The amount becomes US cents and is only compared with PayPal's amount. */
export const trackInput = z.object({
  orderId: paypalId,
  amount,
  affiliateCode: z.pipe(
    z.nullish(plainText),
    z.transform((code) => code || null),
  ),
  type: z.enum(['one-time', 'subscription']),
  email: optionalEmail.check(z.describe('The address for receipts. The first report of a purchase counts')),
});

export type TrackInput = z.infer<typeof trackInput>;

const planId = z.enum(plans.map(({ id }) => id) as [PlanId, ...PlanId[]]);

/** A link for one purchase at a lower price. A subscription needs the plan at PayPal that bills the price. */
export const invitationInput = z.object({
  plan: planId,
  price: amount,
  provider_plan_id: z.nullish(z.string().check(z.regex(/^P-[A-Z0-9-]{1,48}$/, 'invitation-plan-wrong'))),
  reason: requiredLine(maxLengths.reason, 'reason-required'),
  days: z.int('Enter a number of days').check(z.gte(1), z.lte(365)),
});

export type InvitationInput = z.infer<typeof invitationInput>;

/** The token of an invitation's link, and the order or subscription that its buyer begins at PayPal. */
export const invitationUse = z.object({
  token: z.string().check(z.maxLength(100)),
  orderId: z.optional(paypalId),
});

export type InvitationUse = z.infer<typeof invitationUse>;

const reason = requiredText(maxLengths.reason, 'reason-required');

/** Assigns a purchase to the affiliate with this code, or to no affiliate for null. */
export const reattributionInput = z.object({
  // The code is required, so that a forgotten field does not take the purchase from its affiliate.
  code: z.pipe(
    z.nullable(textUpTo(64, 'Name a code, or null for nobody')),
    // An unknown code is refused, so it must not become null.
    z.transform((code) => (code && (findCode(code) ?? code)) || null),
  ),
  reason,
  version: recordVersion,
});

/** Releases a hold, so that its commission can be paid. */
export const holdRelease = z.object({ holdId: z.uuid(), reason });

/** Increases the commission of a payment, or takes an increase back. The caller chooses the `id`, for idempotency. */
export const paymentAdjustment = z.object({
  id: uuid,
  paymentId: uuid,
  amountCents: z.int32().check(z.refine((cents) => cents !== 0, 'Name an amount other than 0')),
  reason,
});

/** Refunds a payment. The caller chooses the `id`, for idempotency. */
export const paymentRefund = z.object({
  id: uuid,
  paymentId: uuid,
  amountCents: z.int32().check(z.positive('Name an amount')),
  reason,
});

/** The states of a purchase. `pending` is captured but not paid yet; the others are PayPal's own states. */
export const purchaseStates = [
  'pending',
  'completed',
  'active',
  'suspended',
  'cancelled',
  'expired',
  'failed',
] as const;

/** The states of a payment whose money arrived, even if it went back later. */
export const arrivedStates = ['completed', 'reversed'] as const;
