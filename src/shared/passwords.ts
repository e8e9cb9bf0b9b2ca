import { site } from './site.ts';

/** The shortest password, in UTF-16 units like an input's minlength. */
export const minPasswordLength = 6;

/** Words that everybody knows about this site. A password must be more than one of these with digits or signs. */
export const contextWords = [
  site.product,
  'address book',
  'contacts',
  'affiliate',
  'support',
  'admin',
  'finance',
] as const;

/** True for a context word, with any digits, signs and spaces in and around it. */
export function isContextWord(password: string): boolean {
  const letters = lettersOf(password);
  return contextWords.some((word) => lettersOf(word) === letters);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '');
}
