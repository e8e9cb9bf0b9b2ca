import { useEffect, useState } from 'react';
import { type CurrentUser, watchCurrentUser } from '../../client/accounts/current-user.ts';

/** The user, `checking` until Firebase has read them, or `failed` if Firebase's SDK could not be loaded. */
export type UserState = CurrentUser | { readonly kind: 'checking' | 'failed' };

/** Returns the current user and follows sign-ins and sign-outs in every tab. `retry` loads the SDK again. */
export function useCurrentUser(): { readonly user: UserState; readonly retry: () => void } {
  const [user, setUser] = useState<UserState>({ kind: 'checking' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let stopWatching: (() => void) | null = null;
    let isUnmounted = false;
    watchCurrentUser((current) => {
      if (!isUnmounted) setUser(current);
    })
      .then((stop) => {
        if (isUnmounted) stop();
        else stopWatching = stop;
      })
      .catch((error: unknown) => {
        console.warn('identity SDK', error);
        if (!isUnmounted) setUser({ kind: 'failed' });
      });
    return () => {
      isUnmounted = true;
      stopWatching?.();
    };
  }, [attempt]);

  const retry = () => {
    setUser({ kind: 'checking' });
    setAttempt(attempt + 1);
  };
  return { user, retry };
}
