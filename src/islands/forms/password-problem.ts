import { fetched } from '../../client/fetched.ts';
import { isCommonPassword, MIN_PASSWORD } from '../../shared/passwords.ts';
import { type ScreenCode, problemText } from '../../shared/problems.ts';

/** What is wrong with a new password, `tooShort` in the screen's own words; undefined for one that will do. Throws as `fetched` does. */
export const passwordProblem = async (
  password: string,
  tooShort: ScreenCode,
): Promise<string | undefined> => {
  if (password === '') return problemText('password-required');
  if (password.length < MIN_PASSWORD) return problemText(tooShort);
  return (await fetched(isCommonPassword(password))) ? problemText('password-common') : undefined;
};
