import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keepInAddress } from '../../client/accounts/return-path.ts';
import { forgetCredentials } from '../../client/accounts/service-credentials.ts';
import { type Seen, useViewer } from '../account/use-viewer.ts';
import { ApiCache } from '../data/use-api.tsx';

interface Props {
  /** Draws the screen for this viewer. `restart` begins it anew as somebody else. */
  readonly children: (restart: () => void, viewer: Seen) => ReactNode;
}

/** A screen that begins anew when it asks for it, and when who was signed in leaves or is somebody else, in whichever tab. */
export const StartingOver = ({ children }: Props) => {
  const [edition, setEdition] = useState(0);
  const { viewer } = useViewer();
  const uid = viewer.kind === 'in' ? viewer.uid : null;
  const isKnown = viewer.kind === 'in' || viewer.kind === 'out';
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
  return <ApiCache key={edition}>{children(restart, viewer)}</ApiCache>;
};
