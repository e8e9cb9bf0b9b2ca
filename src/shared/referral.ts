import type { ProgramTerms } from './program.ts';
import { withoutBlanks, withoutInvisible } from './text.ts';

/** Returns how long a click counts, in seconds, including the last second. */
export function referralWindowSeconds({ trackingDays }: ProgramTerms): number {
  return trackingDays * 24 * 60 * 60;
}

/** The debounce before a typed code is validated, in milliseconds. */
export const codeCheckDelay = 500;

/** The shape of an affiliate code. `default` is excluded, because PayPal writes it for a missing code. */
export const codePattern = '^(?!default$)[a-z0-9][a-z0-9_-]{0,31}$';

const codeShape = new RegExp(codePattern);

/**
 * Returns the code that somebody chooses for an affiliate: in lowercase, without blanks around it, invisible characters and
 * full-width letters. Returns null for text that cannot be a code.
 */
export function normalizeCode(text: string): string | null {
  const code = withoutInvisible(text.normalize('NFKC')).trim().toLowerCase();
  return codeShape.test(code) ? code : null;
}

/** Returns the existing code that a typed, pasted or stored text most likely means, or null. See `codesInLink`. */
export function findCode(text: string): string | null {
  return codesInLink(text)[0] ?? null;
}

/** A letter of another alphabet next to a code belongs to it, so there is no code: `аda0001` with a Cyrillic letter is not `da0001`. */
const codeInText = /(?<![\p{L}\p{N}])[a-z0-9][\w-]*(?![\p{L}\p{N}])/u;
const escapes = /%(?:25)*[0-9a-f]{2}|&#?\w+;/g;

/**
 * Returns the codes that the `ref` value of a link may mean, most likely first. Mail programs, chats, and copy and paste
 * damage links: letter case, punctuation, dashes, quotes, blanks, invisible characters, escapes, line ends (`=3D`), parts of a URL.
 */
export function codesInLink(value: string): string[] {
  const text = value
    .slice(0, 200)
    .normalize('NFKC')
    .toLowerCase()
    .replace(escapes, '"')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^.*ref=/s, '');
  const codes = [withoutBlanks(text), text].flatMap((part) => {
    const [code = ''] = codeInText.exec(part) ?? [];
    return [code, code.replace(/[_-]+$/, ''), code.replace(/^3d/, '')];
  });
  return [...new Set(codes)].filter((code) => codeShape.test(code));
}

/** Returns the cookie's Max-Age. It is one second longer than the window, because browsers exclude the last second. */
export function referralCookieAge(terms: ProgramTerms): number {
  return referralWindowSeconds(terms) + 1;
}

/** Returns the first letters and digits of the email's local part, in lowercase: at most 6. Sign-up codes begin with them. */
export function codePrefix(email: string): string {
  return (email.split('@')[0] ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 6);
}

/** True for a code that sign-up can generate for this email: its prefix and four digits. */
export function isSignUpCode(email: string, code: string): boolean {
  const prefix = codePrefix(email);
  return code.startsWith(prefix) && /^\d{4}$/.test(code.slice(prefix.length));
}

/** Generates a sign-up code for an email. */
export function newCode(email: string, random: () => number = Math.random): string {
  return codePrefix(email) + String(Math.floor(random() * 10_000)).padStart(4, '0');
}
