import * as z from 'zod/mini';
import { optionalMailKinds } from '../mail-kinds.ts';
import { maxLengths } from '../max-lengths.ts';
import { normalizeCode } from '../referral.ts';
import { bulkIds, recordVersion } from './list.ts';
import {
  optionalEmail,
  optionalText,
  plainText,
  requiredEmail,
  requiredLine,
  requiredText,
  textUpTo,
} from './text.ts';

/** The states of an application to the program. */
export const applicationStates = ['waiting', 'approved', 'declined'] as const;

const code = requiredText(200, 'affiliate-code-required');

const fields = {
  name: requiredLine(maxLengths.name, 'affiliate-name-required'),
  email: requiredEmail,
  referred_by: optionalEmail.check(z.describe('The email of the affiliate who referred this one')),
};

/** An application to the program by a user. */
export const affiliateApplication = z.object({ ...fields, code: code.check(z.toLowerCase()) });

const notADate = 'Not a date. Write it like 2025-08-31 or 8/31/2025';

/** The earliest activation date. An earlier date is a typing error. */
const earliestActivation = new Date('2000-01-01T00:00:00Z');

/** ISO 8601 text as a Date; a missing value is null. */
const activation = z.pipe(
  z.nullish(
    z
      .pipe(
        z.iso.datetime({ offset: true, error: notADate }),
        z.transform((text) => new Date(text)),
      )
      .check(z.refine((date) => date >= earliestActivation, notADate)),
  ),
  z.transform((date) => date ?? null),
);

/** A new affiliate from an admin, with any code. `date_activated` null means not active. */
export const affiliateInput = z.object({
  ...fields,
  code: z.pipe(
    code,
    z.pipe(
      z.transform((text: string) => normalizeCode(text)),
      z.string('affiliate-code-shape'),
    ),
  ),
  date_activated: activation,
});

/** A changed affiliate from an admin. The code may be left out, since it never changes. */
export const affiliateChange = z.object({
  ...fields,
  // Old names may have line breaks. The server rejects them only in a new name.
  name: requiredText(maxLengths.name, 'affiliate-name-required'),
  code: z.pipe(
    z.nullish(textUpTo(200)),
    z.transform((text) => (typeof text === 'string' ? (normalizeCode(text) ?? text) : null)),
  ),
  date_activated: activation,
  rejoin: z.optional(z.boolean()).check(z.describe('True to activate an affiliate who left the program')),
  version: recordVersion,
});

/** A row of an import: texts, where an empty text means a missing value. */
export const affiliateImport = z.object({
  ...fields,
  code: z
    .pipe(
      plainText,
      z.transform((text) => (text === '' ? null : (normalizeCode(text) ?? ''))),
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

/**
 * Returns the day of an import (`2025-08-31`, or `8/31/2025` as the site shows days) as ISO 8601 at midnight UTC. Returns null
 * for an empty text, and any other text unchanged.
 */
function importedMoment(text: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00:00Z`;
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z` : text || null;
}

/** The applicant's own words about how they will tell people about the product. */
export const promotionInput = z.object({ promotion: optionalText(maxLengths.promotion) });

const mailKinds = z.array(z.enum(optionalMailKinds)).check(z.maxLength(optionalMailKinds.length));

/** Kinds of optional emails to switch off (`muted`) and on (`wanted`). Others stay as they are. */
export const mailChoice = z.object({ muted: mailKinds, wanted: z._default(mailKinds, []) });

export type MailChoice = z.infer<typeof mailChoice>;

/** The decline of an application, with an optional reason. */
export const declineInput = z.object({ reason: optionalText(maxLengths.reason), version: recordVersion });

/** A bulk activation or deactivation. */
export const activationInput = z.object({ action: z.enum(['activate', 'deactivate']), ids: bulkIds });

/** An import of CSV text. With `dryRun` the text is only checked. */
export const importInput = z.object({ csv: z.string(), dryRun: z.boolean() });

/** The label of a named link, by which its affiliate knows it. */
export const linkInput = z.object({ label: requiredLine(maxLengths.linkLabel, 'link-label-required') });

/** A click on a referral link: the `ref` value of the link, or several values. */
export const clickInput = z.object({ code: z.union([z.string(), z.array(z.string())]) });

export type AffiliateApplication = z.infer<typeof affiliateApplication>;
export type AffiliateInput = z.infer<typeof affiliateInput>;
export type AffiliateChange = z.infer<typeof affiliateChange>;
export type AffiliateImport = z.infer<typeof affiliateImport>;
export type ActivationInput = z.infer<typeof activationInput>;
export type ImportInput = z.infer<typeof importInput>;
