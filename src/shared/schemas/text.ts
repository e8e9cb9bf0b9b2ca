import * as z from 'zod';

const nul = String.fromCharCode(0);

/** Text that PostgreSQL can keep: well-formed Unicode without NUL, trimmed. */
export const plainText = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes(nul), 'Contains characters that cannot be stored')
  .transform((text) => text.trim());

/** Text of 1 to `max` characters; `missing` is the message where there is none. */
export const requiredText = (max: number, missing: string) =>
  z
    .string(missing)
    .pipe(plainText)
    .pipe(z.string().min(1, missing))
    .refine((text) => [...text].length <= max, `At most ${String(max)} characters`);

/** Optional text of at most `max` characters; empty or missing becomes null. */
export const optionalText = (max: number) =>
  plainText
    .refine((text) => [...text].length <= max, `At most ${String(max)} characters`)
    .nullish()
    .transform((text) => text || null);

/** An optional e-mail address; empty or missing becomes null. */
export const optionalEmail = plainText
  .nullish()
  .transform((text) => text || null)
  .pipe(z.union([z.null(), z.email('email-invalid').max(255, 'email-invalid')], 'email-invalid'));
