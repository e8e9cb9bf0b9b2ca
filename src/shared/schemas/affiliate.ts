import { bulkOf } from './list.ts';
import * as z from 'zod/mini';
import { normaliseCode } from '../referral.ts';
import { optionalEmail, plainText, requiredEmail, requiredLine, requiredText, textUpTo } from './text.ts';
import { recordVersion } from './list.ts';

const code = requiredText(200, 'affiliate-code-required');

const fields = {
  name: requiredLine(100, 'affiliate-name-required'),
  email: requiredEmail,
  referred_by: optionalEmail.check(z.describe('The email of the affiliate who referred this one')),
};

/** What somebody sends who applies to the program: a code in lowercase, and no activation. */
export const affiliateApplication = z.object({
  ...fields,
  code: code.check(z.toLowerCase()),
});

const notADate = 'Not a date. Write it like 2025-08-31 or 8/31/2025';

/** The earliest activation a record can have; dates before it are typing errors. */
const earliest = new Date('2000-01-01T00:00:00Z');

const activation = z.pipe(
  z.nullish(
    z
      .pipe(
        z.iso.datetime({ offset: true, error: notADate }),
        z.transform((text) => new Date(text)),
      )
      .check(z.refine((date) => date >= earliest, notADate)),
  ),
  z.transform((date) => date ?? null),
);

/** What an admin saves: any code, and since when the affiliate is active (ISO 8601), null for not at all. */
export const affiliateRecord = z.object({
  ...fields,
  code: z.pipe(
    code,
    z.pipe(
      z.transform((text: string) => normaliseCode(text)),
      z.string('affiliate-code-shape'),
    ),
  ),
  date_activated: activation,
});

/** What an admin changes. The code never changes: it may be sent along, or left out. A new name must be a line. */
export const affiliateChange = z.object({
  ...fields,
  name: requiredText(100, 'affiliate-name-required'),
  code: z.pipe(
    z.nullish(textUpTo(200)),
    z.transform((text) => text?.trim().toLowerCase() ?? null),
  ),
  date_activated: activation,
  version: recordVersion,
});

/**
 * Returns the day of an import as ISO 8601 at midnight UTC: `2025-08-31`, or `8/31/2025` as the site shows days. Returns
 * null for an empty text, and any other text as it is.
 */
function importedMoment(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00:00Z`;
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z` : text || null;
}

/** A row of an import: texts, of which an empty one is none. A day alone begins at midnight UTC. */
export const affiliateImport = z.object({
  ...fields,
  code: z
    .pipe(
      plainText,
      z.transform((text) => (text === '' ? null : (normaliseCode(text) ?? ''))),
    )
    .check(z.refine((text) => text !== '', 'affiliate-code-shape')),
  date_activated: z.pipe(
    z.string().check(z.trim()),
    z.pipe(
      z.transform((text: string): string | null | undefined => importedMoment(text)),
      activation,
    ),
  ),
});

/** What activates or deactivates many affiliates at once; an id that is sent twice counts once. */
export const bulkInput = z.object({
  action: z.enum(['activate', 'deactivate']),
  ids: z.pipe(
    bulkOf(z.uuid().check(z.toLowerCase())),
    z.transform((ids) => [...new Set(ids)]),
  ),
});

export type AffiliateApplication = z.infer<typeof affiliateApplication>;
export type AffiliateRecord = z.infer<typeof affiliateRecord>;
export type AffiliateChange = z.infer<typeof affiliateChange>;
export type AffiliateImport = z.infer<typeof affiliateImport>;
export type BulkInput = z.infer<typeof bulkInput>;

/** An import: the text of a CSV file, and whether it is only to be checked. */
export const importInput = z.object({ csv: z.string(), dryRun: z.boolean() });

export type ImportInput = z.infer<typeof importInput>;

/** A click on an affiliate's link, as the browser reports it: the `ref` value of the link, or several of them. */
export const click = z.object({ code: z.union([z.string(), z.array(z.string())]) });
