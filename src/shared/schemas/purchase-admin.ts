import * as z from 'zod/mini';
import { requiredText, textUpTo } from './text.ts';
import { recordVersion } from './version.ts';

const reason = requiredText(500, 'reason-required');

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
