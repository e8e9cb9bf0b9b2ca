import { openOnce } from './open-once.ts';

/** The fewest characters of a password, UTF-16 units as a field's minlength counts them. */
export const MIN_PASSWORD = 6;

const common = openOnce(async (): Promise<ReadonlySet<string>> => {
  const { commonPasswords } = await import('./common-passwords.ts');
  return new Set(commonPasswords);
});

/** Whether a password, in any case, is one of the 3,000 commonest. The list is fetched by the first question. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await common()).has(password.toLowerCase());
