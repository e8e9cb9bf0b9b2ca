import * as z from 'zod/mini';

/** A UTC month: `YYYY-MM`. */
export const monthText = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Not a month (YYYY-MM)'));

/** The affiliate of a statement or a payout account. Without an id, the caller's own affiliate is meant. */
export const ledgerQuery = z.object({
  affiliate: z.optional(z.uuid('affiliate-not-found').check(z.toLowerCase())),
});

/** A statement as JSON or as CSV. */
export const statementQuery = z.extend(ledgerQuery, { format: z._default(z.enum(['json', 'csv']), 'json') });
