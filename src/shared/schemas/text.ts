import * as z from 'zod';

const nul = String.fromCharCode(0);

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes(nul);
const notStorable = 'Contains characters that cannot be stored';

/** What the API's description says of a text beside its type. */
type TextFacts = Parameters<z.ZodString['meta']>[0] & object;

const described = (facts: TextFacts) =>
  z
    .string()
    .refine(isStorable, notStorable)
    .meta(facts)
    .transform((text) => text.trim());

/** Text that PostgreSQL can keep: well-formed Unicode without NUL, trimmed. */
export const plainText = described({});

/** Text of 1 to `max` characters; `missing` is the message where there is none. */
export const requiredText = (max: number, missing: string) =>
  z
    .string(missing)
    .meta({ minLength: 1, maxLength: max })
    .pipe(plainText)
    .pipe(z.string().min(1, missing))
    .refine((text) => [...text].length <= max, `At most ${String(max)} characters`);

/** Optional text of at most `max` characters; empty or missing becomes null. */
export const optionalText = (max: number) =>
  described({ maxLength: max })
    .refine((text) => [...text].length <= max, `At most ${String(max)} characters`)
    .nullish()
    .transform((text) => text || null);

/** An e-mail address that must be there. */
export const requiredEmail = z
  .string('email-required')
  .meta({ format: 'email', maxLength: 255 })
  .pipe(plainText)
  .pipe(z.string().min(1, 'email-required'))
  .pipe(z.email('email-invalid').max(255, 'email-invalid'));

/** An optional e-mail address; empty or missing becomes null. */
export const optionalEmail = described({ maxLength: 255, format: 'email' })
  .nullish()
  .transform((text) => text || null)
  .pipe(z.union([z.null(), z.email('email-invalid').max(255, 'email-invalid')], 'email-invalid'));
