import { site } from './site.ts';

/** The shortest password, in UTF-16 units like an input's minlength. */
export const minPasswordLength = 6;

/** Words that everybody knows about this site. A password must be more than one of these with digits or signs. */
const contextWords = [
  site.product,
  'address book',
  'contacts',
  'affiliate',
  'support',
  'admin',
  'finance',
] as const;

/** True for a context word, with any digits, signs and spaces in and around it, and for blanks alone, however many. */
export function isGuessable(password: string): boolean {
  if (onlyBlanks.test(password)) return true;
  const letters = lettersOf(password);
  return contextWords.some((word) => lettersOf(word) === letters);
}

/** Spaces, controls and characters without a glyph, such as the Braille blank. */
const onlyBlanks = /^[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '');
}
