import { once } from './once.ts';
import { site } from './site.ts';

/** The shortest password, in UTF-16 units like an input's minlength. */
export const minPasswordLength = 6;

const loadCommonPasswords = once(async (): Promise<ReadonlySet<string>> => {
  const { commonPasswords } = await import('./common-passwords.ts');
  return new Set(commonPasswords);
});

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

/** True for one of the 3,000 most common passwords, or a context word, in any letter case. The first call loads the list. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return isContextWord(password) || (await loadCommonPasswords()).has(password.toLowerCase());
}

/** True for a context word, with any digits, signs and spaces in and around it. */
function isContextWord(password: string): boolean {
  const letters = lettersOf(password);
  return contextWords.some((word) => lettersOf(word) === letters);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '');
}
