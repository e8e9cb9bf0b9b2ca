import { useEffect, useState } from 'react';
import { type CurrentUser, watchCurrentUser } from '../../client/accounts/current-user.ts';

/** `checking` until the SDK knows; `failed` when it could not be fetched. */
export type SeenUser = CurrentUser | { readonly kind: 'checking' | 'failed' };

/** Who looks at the screen, following sign-ins and sign-outs of every tab. `retry` asks for the SDK again. */
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
