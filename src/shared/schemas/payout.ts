import { bulkOf, upToBulkOf } from './list.ts';
import * as z from 'zod/mini';
import { parseCsv } from '../csv.ts';
import { payoutOfReference } from '../payout-file.ts';
import { monthText } from './statement.ts';
import { requiredEmail, requiredText } from './text.ts';
import { recordVersion } from './list.ts';

const payoutStates = ['proposed', 'approved', 'paid', 'rejected'] as const;

/** How far a payout has come. */
export const payoutState = z.enum(payoutStates);

/** An address that a spreadsheet would calculate could not stand in the payment provider's file as it is. */
const payoutEmail = z
  .nullable(requiredEmail.check(z.refine((email) => /^[\p{L}\p{N}_]/u.test(email), 'email-invalid')))
  .check(z.describe('Null for none: then nothing is paid out'));

/** What an affiliate sets. */
export const payoutEmailInput = z.object({ email: payoutEmail });

/** What an admin sets of an affiliate's payouts. */
export const payoutTermsInput = z.object({
  payout_email: payoutEmail,
  no_minimum: z.boolean(),
  version: recordVersion,
});

const id = z.uuid().check(z.toLowerCase());

const ids = z.pipe(
  bulkOf(id),
  z.transform((all) => [...new Set(all)]),
);

/** Payouts to approve; an id that is sent twice counts once. */
export const approveInput = z.object({ ids });

/** Payouts to reject, and why. */
export const rejectInput = z.object({
  ids,
  reason: requiredText(500, 'Say why'),
  exported: z
    ._default(upToBulkOf(id), [])
    .check(z.describe('Those that are known to be in a payment file, which may be paid yet')),
});

const paidItem = z.object({
  id: z.uuid('Not the id or the reference of a payout').check(z.toLowerCase()),
  transactionId: z
    .string()
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{1,64}$/, 'Not a transaction id')),
});

export type PaidItem = z.infer<typeof paidItem>;

const different = (values: readonly string[]): boolean => new Set(values).size === values.length;

const paidItems = bulkOf(paidItem).check(
  z.refine((all) => different(all.map((item) => item.id)), 'The same payout appears twice'),
  z.refine((all) => different(all.map((item) => item.transactionId)), 'The same transaction appears twice'),
);

const withoutTransaction =
  'No transaction id. Put a comma, semicolon or tab before it, the same in every line';

/** Whether a line names columns and no payout. */
const isHeader = ([first = '', second = '']: readonly string[]): boolean =>
  /^(id|payout|reference)/i.test(first) && /transaction/i.test(second);

/** Lines of `id,transaction id`, where the reference of the exported file stands for the id; a header may come first. */
const paidRows = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string, context): { id: string; transactionId: string }[] => {
      const rows = parseCsv(text);
      if (rows) {
        const filled = rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.join('') !== '');
        const [first] = filled;
        const lines = first && isHeader(first) ? filled.slice(1) : filled;
        return lines.map(([name = '', transactionId = ''], index) => {
          if (transactionId === '')
            context.issues.push({ code: 'custom', input: name, message: withoutTransaction, path: [index] });
          return { id: payoutOfReference(name) ?? name, transactionId };
        });
      }
      context.issues.push({ code: 'custom', input: text, message: 'import-unreadable' });
      return z.NEVER;
    }),
    paidItems,
  ),
);

/** Payouts that were paid, each with the payment provider's transaction: as items, or as lines of CSV. */
export const paidInput = z.pipe(
  z.object({ items: z.optional(paidItems), csv: z.optional(paidRows) }),
  z.transform(({ items, csv }, context): readonly PaidItem[] => {
    const sent = items ?? csv;
    if (sent && !(items && csv)) return sent;
    context.issues.push({
      code: 'custom',
      input: { items, csv },
      message: 'Send either items or lines of CSV',
    });
    return z.NEVER;
  }),
);

/** Which payouts. */
export const payoutFilter = z.object({ state: z.optional(payoutState), month: z.optional(monthText) });

/** Which approved payouts to export: those of a month, or all of them; with `again` also those that were exported. */
export const exportFilter = z.extend(z.pick(payoutFilter, { month: true }), {
  again: z.optional(z.enum(['true', 'false'])),
});
