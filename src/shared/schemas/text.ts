import * as z from 'zod/mini';
import { emailPattern, normaliseAddress } from '../email.ts';
import { emptyIfBlank, isLine } from '../text.ts';

const nul = String.fromCharCode(0);

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes(nul);

/** What is said of text that is not kept. */
export const notStorable = 'Contains characters that cannot be stored';

/** What the API's description says of a text beside its type. */
type TextFacts = Parameters<typeof z.meta>[0];

const kept = (facts: TextFacts, missing?: string) =>
  z
    .string(missing)
    .check(
      z.refine<string>(isStorable, { error: notStorable, abort: true }),
      z.meta(facts),
      z.trim(),
      z.normalize(),
      z.overwrite(emptyIfBlank),
    );

/**
 * Text that PostgreSQL can keep: well-formed Unicode without NUL, trimmed, its letters composed, so that it is found as
 * typed.
 */
export const plainText = kept({});

const isThere = (missing: string) => z.refine<string>((text) => text !== '', missing);

/** Characters are counted as people do, not by their halves. */
const isAtMost = (max: number) =>
  z.refine<string>((text) => [...text].length <= max, `At most ${String(max)} characters`);

/** Text of at most `max` characters, empty or not; `missing` is the message where there is none. */
export const textUpTo = (max: number, missing?: string) =>
  kept({ maxLength: max }, missing).check(isAtMost(max));

/** Text of 1 to `max` characters; `missing` is the message where there is none. */
export const requiredText = (max: number, missing: string) =>
  kept({ minLength: 1, maxLength: max }, missing).check(isThere(missing), isAtMost(max));

/** Optional text of at most `max` characters; empty or missing becomes null. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(textUpTo(max)),
    z.transform((text) => text || null),
  );

/** A text that must be there, on one line. */
export const requiredLine = (max: number, missing: string) =>
  requiredText(max, missing).check(z.refine(isLine, notStorable));

/** Optional text on one line. */
export const optionalLine = (max: number) => optionalText(max).check(z.refine(isLine, notStorable));

/** An e-mail address as it is kept: at most 255 characters, its host in ASCII. */
export const emailAddress = z.pipe(
  z.string().check(z.overwrite(normaliseAddress)),
  z.email({ pattern: emailPattern, error: 'email-invalid' }).check(z.maxLength(255, 'email-invalid')),
);

/** An e-mail address that must be there. */
export const requiredEmail = z.pipe(
  kept({ format: 'email', maxLength: 255 }, 'email-required').check(isThere('email-required')),
  emailAddress,
);

/** An optional e-mail address; empty or missing becomes null. */
export const optionalEmail = z.pipe(
  z.nullish(kept({ format: 'email', maxLength: 255 })),
  z.pipe(
    z.transform((text: string | null | undefined) => text || null),
    z.union([z.null(), emailAddress], 'email-invalid'),
  ),
);
