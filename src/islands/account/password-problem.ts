import { passwordWeakness } from '../../client/accounts/password-weakness.ts';
import { isGuessable, minPasswordLength } from '../../shared/passwords.ts';
import { problemText } from '../../shared/problem-texts/common.ts';

/** The screen's texts about a new password. */
interface Texts {
  readonly missing: string;
  readonly tooShort: string;
}

/** The error of a new password, or undefined. Asks the API whether the password is common or leaked. */
export async function passwordProblem(
  password: string,
  { missing, tooShort }: Texts,
): Promise<string | undefined> {
  if (password === '') return missing;
  if (password.length < minPasswordLength) return tooShort;
  const weakness = isGuessable(password) ? 'password-common' : await passwordWeakness(password);
  return weakness === null ? undefined : problemText(weakness);
}
