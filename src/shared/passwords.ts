import { once } from './once.ts';

/** The shortest password, in UTF-16 units like an input's minlength. */
export const minPasswordLength = 6;

const loadCommonPasswords = once(async (): Promise<ReadonlySet<string>> => {
  const { commonPasswords } = await import('./common-passwords.ts');
  return new Set(commonPasswords);
});

/** True for one of the 3,000 most common passwords, in any letter case. The first call loads the list. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await loadCommonPasswords()).has(password.toLowerCase());
}
