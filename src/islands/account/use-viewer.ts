import { useEffect, useState } from 'react';
import { type Viewer, watchViewer } from '../../client/accounts/viewer.ts';

/** `checking` until the SDK knows; `failed` when it could not be fetched. */
export type Seen = Viewer | { readonly kind: 'checking' | 'failed' };

/** Who looks at the screen, following sign-ins and sign-outs of every tab. `retry` asks for the SDK again. */
export const useViewer = (): { readonly viewer: Seen; readonly retry: () => void } => {
  const [viewer, setViewer] = useState<Seen>({ kind: 'checking' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let end: (() => void) | null = null;
    let ended = false;
    watchViewer((seen) => {
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
  return { viewer, retry };
};
