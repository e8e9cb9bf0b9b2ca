import { loadChunk } from '../../client/load-chunk.ts';
import { isCommonPassword, minPasswordLength } from '../../shared/passwords.ts';
import { problemText } from '../../shared/problems/common.ts';

/** The screen's texts about a new password. */
interface Texts {
  readonly missing: string;
  readonly tooShort: string;
}

/** The error of a new password, or undefined. Rejects if the list of common passwords cannot be loaded. */
export async function passwordProblem(
  password: string,
  { missing, tooShort }: Texts,
): Promise<string | undefined> {
  if (password === '') return missing;
  if (password.length < minPasswordLength) return tooShort;
  return (await loadChunk(isCommonPassword(password))) ? problemText('password-common') : undefined;
}
