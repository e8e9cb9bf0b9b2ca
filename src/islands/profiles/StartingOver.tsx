import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keepInAddress } from '../../client/accounts/return-path.ts';
import { forgetCredentials } from '../../client/accounts/auth-fetch.ts';
import { type SeenUser, useCurrentUser } from '../data/use-current-user.ts';
import { ApiCache } from '../data/use-api.tsx';

interface Props {
  /** Draws the screen for this user. `restart` begins it anew as somebody else. */
  readonly children: (restart: () => void, user: SeenUser) => ReactNode;
}

/** A screen that begins anew when it asks for it, and when who was signed in leaves or is somebody else, in whichever tab. */
export const StartingOver = ({ children }: Props) => {
  const [edition, setEdition] = useState(0);
  const { user } = useCurrentUser();
  const uid = user.kind === 'in' ? user.uid : null;
  const isKnown = user.kind === 'in' || user.kind === 'out';
  const before = useRef(uid);
  const restart = () => {
    setEdition((count) => count + 1);
  };
  useEffect(() => {
    if (!isKnown) return;
    // What somebody was shown goes with them, and so does what they typed and searched for.
    if (before.current !== null && before.current !== uid) {
      forgetCredentials();
      const query = new URLSearchParams(location.search);
      query.delete('q');
      keepInAddress(query);
      restart();
    }
    before.current = uid;
  }, [isKnown, uid]);
  return <ApiCache key={edition}>{children(restart, user)}</ApiCache>;
};
