import { problemText } from '../../shared/problem-texts/common.ts';
import { identityProblem } from './identity-problem.ts';

/** Runs an action of Firebase. Returns the text of the failure, which is `fallback` if the error has no text of its own, or null. */
export async function runIdentityAction(
  action: () => Promise<unknown>,
  fallback: string,
): Promise<string | null> {
  try {
    await action();
    return null;
  } catch (error) {
    console.warn('identity', error);
    const code = identityProblem(error);
    return code ? problemText(code) : fallback;
  }
}
