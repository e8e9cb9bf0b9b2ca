import * as z from 'zod/mini';
import { maxLengths } from '../max-lengths.ts';
import { withdrawalKinds } from '../withdrawals.ts';
import { bulkOf, uuid } from './list.ts';
import { requiredEmail, requiredLine, requiredText } from './text.ts';

/** A buyer's request. The order number may be any text, because a withdrawal must never be refused. */
export const withdrawalInput = z.object({
  kind: z._default(z.enum(withdrawalKinds), 'withdrawal'),
  name: requiredLine(maxLengths.name, 'withdrawal-name-required'),
  order_number: requiredLine(maxLengths.orderNumber, 'order-number-required').check(
    // Word and PDF files replace hyphens by other dashes. PayPal's numbers have only hyphens.
    z.overwrite((text) => text.replaceAll(/[\p{Pd}\u2212]/gu, '-')),
  ),
  email: requiredEmail.check(z.describe('The address that gets the confirmation')),
});

export type WithdrawalInput = z.infer<typeof withdrawalInput>;

const note = requiredText(maxLengths.reason, 'note-required');

/** An admin's note about how a request was handled. */
export const withdrawalHandling = z.object({ note });

/** The same note for many requests. */
export const withdrawalsHandling = z.object({ ids: bulkOf(uuid), note });
