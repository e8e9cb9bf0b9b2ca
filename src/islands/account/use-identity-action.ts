import { useCallback, useState } from 'react';
import { identityProblem } from '../../client/accounts/identity-problem.ts';
import { problemText } from '../../shared/problems/screens.ts';

/** Runs actions of Firebase. `problem` is the text of the last failure: of a known error, or `otherwise`. */
export function useIdentityAction(otherwise: string) {
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
        const known = identityProblem(error);
        setProblem(known ? problemText(known) : otherwise);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [otherwise],
  );
  return { busy, problem, run };
}
