import * as z from 'zod';
import { limits } from '../limits.ts';
import { normaliseCode } from '../referral.ts';
import { optionalEmail, plainText, requiredEmail, requiredLine, requiredText } from './text.ts';
import { recordVersion } from './version.ts';

const code = requiredText(200, 'affiliate-code-required');

const fields = {
  name: requiredLine(100, 'affiliate-name-required'),
  email: requiredEmail,
  referred_by: optionalEmail.describe('The email of the affiliate who referred this one'),
};

/** What somebody sends who applies to the program: a code in lowercase, and no activation. */
export const affiliateApplication = z.object({
  ...fields,
  code: code.transform((text) => text.toLowerCase()),
});

/** The earliest activation a record can have; dates before it are typing errors. */
const earliest = new Date('2000-01-01T00:00:00Z');

const activation = z.iso
  .datetime({ offset: true, error: 'Not a date' })
  .transform((text) => new Date(text))
  .refine((date) => date >= earliest, 'Not a date')
  .nullish()
  .transform((date) => date ?? null);

/** What an admin saves: any code, and since when the affiliate is active (ISO 8601), null for not at all. */
export const affiliateRecord = z.object({
  ...fields,
  code: code.transform((text) => normaliseCode(text)).pipe(z.string('affiliate-code-shape')),
  date_activated: activation,
});

/** What an admin changes. The code never changes: it may be sent along, or left out. A new name must be a line. */
export const affiliateChange = z.object({
  ...fields,
  name: requiredText(100, 'affiliate-name-required'),
  code: z
    .string()
    .max(200)
    .nullish()
    .transform((text) => text?.trim().toLowerCase() ?? null),
  date_activated: activation,
  version: recordVersion,
});

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A row of an import: texts, of which an empty one is none. A day alone begins at midnight UTC. */
export const affiliateImport = z.object({
  ...fields,
  code: plainText
    .transform((text) => (text === '' ? null : (normaliseCode(text) ?? '')))
    .refine((text) => text !== '', 'affiliate-code-shape'),
  date_activated: z
    .string()
    .transform((text) => text.trim())
    .transform((text): string | null | undefined => (day.test(text) ? `${text}T00:00:00Z` : text || null))
    .pipe(activation),
});

/** What activates or deactivates many affiliates at once; an id that is sent twice counts once. */
export const bulkInput = z.object({
  action: z.enum(['activate', 'deactivate']),
  ids: z
    .array(z.uuid().transform((id) => id.toLowerCase()))
    .min(1)
    .max(limits.bulkRecords)
    .transform((ids) => [...new Set(ids)]),
});

export type AffiliateApplication = z.infer<typeof affiliateApplication>;
export type AffiliateRecord = z.infer<typeof affiliateRecord>;
export type AffiliateChange = z.infer<typeof affiliateChange>;
export type AffiliateImport = z.infer<typeof affiliateImport>;
export type BulkInput = z.infer<typeof bulkInput>;
