import * as z from 'zod';
import { emailPattern } from '../email.ts';
import { isLine } from '../line.ts';

const nul = String.fromCharCode(0);

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes(nul);

/** What is said of text that is not kept. */
export const notStorable = 'Contains characters that cannot be stored';

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

/** A text that must be there, on one line. */
export const requiredLine = (max: number, missing: string) =>
  requiredText(max, missing).refine(isLine, notStorable);

/** Optional text on one line. */
export const optionalLine = (max: number) => optionalText(max).refine(isLine, notStorable);

/** An e-mail address as it is kept: of at most 255 characters, without blanks around it. */
export const emailAddress = z
  .email({ pattern: emailPattern, error: 'email-invalid' })
  .max(255, 'email-invalid');

/** An e-mail address that must be there. */
export const requiredEmail = z
  .string('email-required')
  .meta({ format: 'email', maxLength: 255 })
  .pipe(plainText)
  .pipe(z.string().min(1, 'email-required'))
  .pipe(emailAddress);

/** An optional e-mail address; empty or missing becomes null. */
export const optionalEmail = described({ maxLength: 255, format: 'email' })
  .nullish()
  .transform((text) => text || null)
  .pipe(z.union([z.null(), emailAddress], 'email-invalid'));
