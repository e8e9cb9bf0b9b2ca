import { fetched } from '../../client/fetched.ts';
import { isCommonPassword, MIN_PASSWORD } from '../../shared/passwords.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { problemText } from '../../shared/problems/screens.ts';

/** What is wrong with a new password, `tooShort` in the screen's own words; undefined for one that will do. Throws as `fetched` does. */
export const passwordProblem = async (password: string, tooShort: string): Promise<string | undefined> => {
  if (password === '') return accountProblemText('password-required');
  if (password.length < MIN_PASSWORD) return tooShort;
  return (await fetched(isCommonPassword(password))) ? problemText('password-common') : undefined;
};
