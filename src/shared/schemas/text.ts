import * as z from 'zod/mini';
import { emailPattern, normalizeAddress } from '../email.ts';
import { maxLengths } from '../max-lengths.ts';
import { emptyIfBlank, isLine } from '../text.ts';

/** The message for text that PostgreSQL cannot store. */
export const notStorable = 'Contains characters that cannot be stored';

const nul = String.fromCharCode(0);

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes(nul);
}

/** Text that PostgreSQL can store. `meta` goes into the API documentation. */
function storedText(meta: Parameters<typeof z.meta>[0], missing?: string) {
  return z
    .string(missing)
    .check(
      z.refine<string>(isStorable, { error: notStorable, abort: true }),
      z.meta(meta),
      z.trim(),
      z.normalize(),
      z.overwrite(emptyIfBlank),
    );
}

/** Text that PostgreSQL can store: well-formed Unicode without NUL. It is trimmed and normalized (NFC). */
export const plainText = storedText({});

function isNotEmpty(missing: string) {
  return z.refine<string>((text) => text !== '', missing);
}

/** Counts characters as people do, so an emoji is one character. */
function hasAtMost(max: number) {
  return z.refine<string>((text) => [...text].length <= max, `At most ${String(max)} characters`);
}

/** Text of 0 to `max` characters. `missing` is the message for a missing text. */
export function textUpTo(max: number, missing?: string) {
  return storedText({ maxLength: max }, missing).check(hasAtMost(max));
}

/** Text of 1 to `max` characters. `missing` is the message for a missing or empty text. */
export function requiredText(max: number, missing: string) {
  return storedText({ minLength: 1, maxLength: max }, missing).check(isNotEmpty(missing), hasAtMost(max));
}

/** Text of at most `max` characters. Empty or missing text becomes null. */
export function optionalText(max: number) {
  return z.pipe(
    z.nullish(textUpTo(max)),
    z.transform((text) => text || null),
  );
}

/** Text of 1 to `max` characters without line breaks. */
export function requiredLine(max: number, missing: string) {
  return requiredText(max, missing).check(z.refine(isLine, notStorable));
}

/** Text of at most `max` characters without line breaks. Empty or missing text becomes null. */
export function optionalLine(max: number) {
  return optionalText(max).check(z.refine(isLine, notStorable));
}

/** An email as it is stored: its host in ASCII. */
export const emailAddress = z.pipe(
  z.string().check(z.overwrite(normalizeAddress)),
  z
    .email({ pattern: emailPattern, error: 'email-invalid' })
    .check(z.maxLength(maxLengths.email, 'email-invalid')),
);

const emailMeta = { format: 'email', maxLength: maxLengths.email } as const;

/** A required email. */
export const requiredEmail = z.pipe(
  storedText(emailMeta, 'email-required').check(isNotEmpty('email-required')),
  emailAddress,
);

/** An optional email. Empty or missing text becomes null. */
export const optionalEmail = z.pipe(
  z.nullish(storedText(emailMeta)),
  z.pipe(
    z.transform((text: string | null | undefined) => text || null),
    z.union([z.null(), emailAddress], 'email-invalid'),
  ),
);
