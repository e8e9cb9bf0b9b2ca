import type { ProgramTerms } from './program.ts';

/** How a referral is remembered: one first-party cookie that holds the code and nothing else. */
export const referralCookie = 'affiliate_code';

/** The query parameter that carries an affiliate code on any page. */
export const referralParameter = 'ref';

/** Returns how long a click counts, in seconds, the last second included. */
export const referralWindowSeconds = ({ trackingDays }: ProgramTerms): number => trackingDays * 24 * 60 * 60;

/** The debounce before a typed code is validated, in milliseconds. */
export const codeCheckDelay = 500;

/** What an affiliate code looks like; `default` is what the payment provider writes where there is none. */
export const codePattern = '^(?!default$)[a-z0-9][a-z0-9_-]{0,31}$';

const codeShape = new RegExp(codePattern);

/** Trims and lowercases a code as typed; null when no affiliate code can look like that. */
export const normaliseCode = (text: string): string | null => {
  const code = text.trim().toLowerCase();
  return codeShape.test(code) ? code : null;
};

const invisibleOrBlank = /[\p{C}\p{Z}\s\u00ad\u115f\u1160\u2800]/gu;
const escapes = /%(?:25)*[0-9a-f]{2}|&#?\w+;/g;

/**
 * Returns the codes that the `ref` value of a link may mean, the most likely first. Mail programs, chats, and copy and
 * paste leave marks on links: other case, punctuation, quotes, blanks, invisible characters, escapes, line ends (`=3D`),
 * more of an address.
 */
export function codesInLink(value: string): string[] {
  const text = value
    .slice(0, 200)
    .normalize('NFKC')
    .toLowerCase()
    .replace(escapes, '"')
    .replace(/^.*ref=/s, '');
  const codes = [text.replace(invisibleOrBlank, ''), text].flatMap((part) => {
    const [code = ''] = /[a-z0-9][\w-]*/.exec(part) ?? [];
    return [code, code.replace(/[_-]+$/, ''), code.replace(/^3d/, '')];
  });
  return [...new Set(codes)].filter((code) => codeShape.test(code));
}

/** The cookie's Max-Age in seconds: a browser drops it at that age, so one more includes the last second. */
export const referralCookieAge = (terms: ProgramTerms): number => referralWindowSeconds(terms) + 1;

/** The letters and digits a sign-up's code begins with: up to 6 of the email's local part, lowercase. */
export const codePrefix = (email: string): string =>
  (email.split('@')[0] ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 6);

/** Whether a code is one that sign-up makes for this email: its prefix and four digits. */
export const isCodeOf = (email: string, code: string): boolean => {
  const prefix = codePrefix(email);
  return code.startsWith(prefix) && /^\d{4}$/.test(code.slice(prefix.length));
};

/** A new code for an email; `draw` gives a number from 0 up to 1, as Math.random does. */
export const newCode = (email: string, draw: () => number = Math.random): string =>
  codePrefix(email) + String(Math.floor(draw() * 10_000)).padStart(4, '0');
