import { useCallback, useState } from 'react';
import { identityProblem } from '../../client/accounts/identity-problem.ts';
import { problemText } from '../../shared/problem-texts/common.ts';

/** Runs actions of Firebase. `problem` is the text of the last failure, or `fallback` if the error has no text of its own. */
export function useIdentityAction(fallback: string) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  /** Resolves to true if the action succeeded. */
  const run = useCallback(
    async (action: () => Promise<unknown>): Promise<boolean> => {
      setBusy(true);
      setProblem('');
      try {
        await action();
        return true;
      } catch (error) {
        console.warn('identity', error);
        const code = identityProblem(error);
        setProblem(code ? problemText(code) : fallback);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [fallback],
  );
  return { busy, problem, run };
}
