import * as z from 'zod/mini';
import { parseCsv } from '../csv.ts';
import { maxLengths } from '../max-lengths.ts';
import { parsePayoutReference } from '../payout-file.ts';
import { bulkIds, bulkOf, recordVersion, atMostBulk, uuid } from './list.ts';
import { monthText } from './statement.ts';
import { requiredEmail, requiredText } from './text.ts';

export const payoutState = z.enum(['proposed', 'approved', 'paid', 'rejected']);

/** The fate of a payment that PayPal could not complete. */
export const payoutResult = z.enum(['unclaimed', 'returned', 'blocked']);

/** An email that starts with a letter, a digit or `_`. In the payment file, a spreadsheet would read any other email as a formula. */
const payoutEmail = z
  .nullable(requiredEmail.check(z.refine((email) => /^[\p{L}\p{N}_]/u.test(email), 'email-invalid')))
  .check(z.describe('Null stops payouts'));

/** An affiliate's change of their own payment email. */
export const payoutEmailInput = z.object({ email: payoutEmail });

/** An admin's change of how an affiliate is paid. */
export const paymentSettingsInput = z.object({
  payout_email: payoutEmail,
  no_minimum: z.boolean(),
  version: recordVersion,
});

/** The payouts to approve. */
export const approveInput = z.object({ ids: bulkIds });

/** The payouts to reject. */
export const rejectInput = z.object({
  ids: bulkIds,
  reason: requiredText(maxLengths.reason, 'Say why'),
  exported: z
    ._default(atMostBulk(uuid), [])
    .check(
      z.describe('The `ids` that may be rejected although they were exported. PayPal may still pay them.'),
    ),
});

const paidItem = z.object({
  id: z.uuid('Not the ID or the reference of a payout').check(z.toLowerCase()),
  transactionId: z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.regex(new RegExp(`^[A-Z0-9-]{1,${String(maxLengths.transactionId)}}$`), 'Not a transaction ID'),
    ),
});

export type PaidItem = z.infer<typeof paidItem>;

const paidItems = bulkOf(paidItem).check(
  z.refine((items) => areUnique(items.map(({ id }) => id)), 'The same payout appears twice'),
  z.refine(
    (items) => areUnique(items.map(({ transactionId }) => transactionId)),
    'The same transaction appears twice',
  ),
);

function areUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

const missingTransaction =
  'No transaction ID. Put a comma, semicolon or tab before it, the same in every line';

/** CSV lines of `id,transaction id`, with an optional header. The reference of the payment file can replace the id. */
const paidLines = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string, context): { id: string; transactionId: string }[] => {
      const parsed = parseCsv(text);
      if (!parsed) {
        context.issues.push({ code: 'custom', input: text, message: 'import-unreadable' });
        return z.NEVER;
      }
      const filledRows = parsed
        .map((row) => row.map((cell) => cell.trim()))
        .filter((row) => row.join('') !== '');
      const lines = isHeader(filledRows[0] ?? []) ? filledRows.slice(1) : filledRows;
      return lines.map(([name = '', transactionId = ''], index) => {
        if (transactionId === '')
          context.issues.push({ code: 'custom', input: name, message: missingTransaction, path: [index] });
        return { id: parsePayoutReference(name) ?? name, transactionId };
      });
    }),
    paidItems,
  ),
);

function isHeader([first = '', second = '']: readonly string[]): boolean {
  return /^(id|payout|reference)/i.test(first) && /transaction/i.test(second);
}

/** The payouts that were paid, each with its PayPal transaction: as items or as CSV lines. */
export const paidInput = z.pipe(
  z.object({ items: z.optional(paidItems), csv: z.optional(paidLines) }),
  z.transform(({ items, csv }, context): readonly PaidItem[] => {
    const paidPayouts = items ?? csv;
    if (paidPayouts && !(items && csv)) return paidPayouts;
    context.issues.push({
      code: 'custom',
      input: { items, csv },
      message: 'Send either items or lines of CSV',
    });
    return z.NEVER;
  }),
);

/** Query of the list of payouts. A result selects the payouts that are neither paid nor rejected. */
export const payoutFilter = z.object({
  state: z.optional(z.union([payoutState, payoutResult])),
  month: z.optional(monthText),
});

/** Query of an export of approved payouts. `again` includes payouts that were exported before. */
export const exportFilter = z.extend(z.pick(payoutFilter, { month: true }), {
  again: z.optional(z.enum(['true', 'false'])),
});
