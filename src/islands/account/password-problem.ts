import { passwordWeakness } from '../../client/accounts/password-weakness.ts';
import { isGuessable, minPasswordLength } from '../../shared/passwords.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { problemText } from '../../shared/problem-texts/common.ts';

/** The error of a new password, or undefined. Asks the API whether the password is common or leaked. */
export async function passwordProblem(
  password: string,
  tooShort = problemText('new-password-too-short'),
): Promise<string | undefined> {
  if (password === '') return accountProblemText('password-required');
  if (password.length < minPasswordLength) return tooShort;
  const weakness = isGuessable(password) ? 'password-common' : await passwordWeakness(password);
  return weakness === null ? undefined : problemText(weakness);
}
