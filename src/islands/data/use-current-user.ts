import { useEffect, useState } from 'react';
import { type CurrentUser, watchCurrentUser } from '../../client/accounts/current-user.ts';

/** The user, `checking` until Firebase's SDK knows them, or `failed` if the SDK could not be loaded. */
export type SeenUser = CurrentUser | { readonly kind: 'checking' | 'failed' };

/** The current user. Follows sign-ins and sign-outs in every tab. `retry` loads the SDK again. */
export const useCurrentUser = (): { readonly user: SeenUser; readonly retry: () => void } => {
  const [user, setViewer] = useState<SeenUser>({ kind: 'checking' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let end: (() => void) | null = null;
    let ended = false;
    watchCurrentUser((seen) => {
      if (!ended) setViewer(seen);
    })
      .then((stop) => {
        if (ended) stop();
        else end = stop;
      })
      .catch((error: unknown) => {
        console.warn('identity SDK', error);
        if (!ended) setViewer({ kind: 'failed' });
      });
    return () => {
      ended = true;
      end?.();
    };
  }, [attempt]);

  const retry = () => {
    setViewer({ kind: 'checking' });
    setAttempt(attempt + 1);
  };
  return { user, retry };
};
