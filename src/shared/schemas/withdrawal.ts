import * as z from 'zod/mini';
import { maxLengths } from '../max-lengths.ts';
import { bulkOf, uuid } from './list.ts';
import { requiredEmail, requiredLine, requiredText } from './text.ts';

/** A buyer's withdrawal from the contract. The order number may be any text, because a withdrawal must never be refused. */
export const withdrawalInput = z.object({
  name: requiredLine(maxLengths.name, 'withdrawal-name-required'),
  order_number: requiredLine(maxLengths.orderNumber, 'order-number-required').check(
    // Word and PDF files replace hyphens by other dashes. PayPal's numbers have only hyphens.
    z.overwrite((text) => text.replaceAll(/[\p{Pd}\u2212]/gu, '-')),
  ),
  email: requiredEmail.check(z.describe('The address that gets the confirmation')),
});

export type WithdrawalInput = z.infer<typeof withdrawalInput>;

const note = requiredText(maxLengths.reason, 'note-required');

/** An admin's note about what was done for a withdrawal. */
export const withdrawalHandling = z.object({ note });

/** The same note for many withdrawals. */
export const withdrawalsHandling = z.object({ ids: bulkOf(uuid), note });
