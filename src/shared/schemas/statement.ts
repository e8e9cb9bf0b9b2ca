import * as z from 'zod';

/** A UTC month: `YYYY-MM`. */
export const monthText = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Not a month (YYYY-MM)');

/** Whose: the caller's own, or for an admin those of the affiliate with this id. */
export const ledgerQuery = z.object({
  affiliate: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .optional(),
});

/** A statement as JSON or as CSV. */
export const statementQuery = ledgerQuery.extend({ format: z.enum(['json', 'csv']).default('json') });
