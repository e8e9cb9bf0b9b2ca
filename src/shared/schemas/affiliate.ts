import * as z from 'zod';
import { normaliseCode } from '../referral.ts';
import { optionalEmail, requiredText } from './text.ts';

const code = requiredText(200, 'affiliate-code-required');

const fields = {
  name: requiredText(100, 'affiliate-name-required'),
  email: optionalEmail.pipe(z.string('email-required')),
  referred_by: optionalEmail,
};

/** What somebody sends who applies to the program: a code in lowercase, and no activation. */
export const affiliateApplication = z.object({
  ...fields,
  code: code.transform((text) => text.toLowerCase()),
});

/** The earliest activation a record can have; dates before it are typing errors. */
const earliest = new Date('2000-01-01T00:00:00Z');

/** What an admin saves: any code, and since when the affiliate is active (ISO 8601), null for not at all. */
export const affiliateRecord = z.object({
  ...fields,
  code: code.transform((text) => normaliseCode(text)).pipe(z.string('affiliate-code-shape')),
  date_activated: z.iso
    .datetime({ offset: true, error: 'Not a date' })
    .transform((text) => new Date(text))
    .refine((date) => date >= earliest, 'Not a date')
    .nullish()
    .transform((date) => date ?? null),
});

export type AffiliateApplication = z.infer<typeof affiliateApplication>;
export type AffiliateRecord = z.infer<typeof affiliateRecord>;
