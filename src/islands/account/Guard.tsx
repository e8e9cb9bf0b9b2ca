import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keepInAddress } from '../../client/accounts/return-path.ts';
import { announceReady } from '../../client/directives/ready.ts';
import { screenMessages } from '../../shared/messages/screen.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { ApiCache } from '../data/use-api.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { type Seen, useViewer } from './use-viewer.ts';

interface Props<Allowed extends Seen> {
  /** Whether this viewer may see the screen; the server decides what it gives them. */
  readonly allows: (viewer: Seen) => viewer is Allowed;
  /** Called for a viewer who may not, once it is known who they are: leads to another page. `shown`: somebody saw the screen. */
  readonly turnAway: (viewer: Seen, shown: boolean) => void;
  readonly children: (viewer: Allowed) => ReactNode;
}

/** Whose the screen is: with somebody else it begins anew, and nothing of the one before is left on it. */
const ownerOf = (viewer: Seen): string => (viewer.kind === 'in' ? viewer.uid : viewer.kind);

const isKnown = ({ kind }: Seen): boolean => kind !== 'checking' && kind !== 'failed';

const Screen = <Allowed extends Seen>({ allows, turnAway, children }: Props<Allowed>) => {
  const { viewer, retry } = useViewer();
  const checking = useRef<HTMLParagraphElement>(null);

  // Nothing of the screen was there to be pressed before.
  useEffect(() => {
    announceReady(checking.current);
  }, []);
  const owner = allows(viewer) ? ownerOf(viewer) : null;
  /** Whose the screen is that is drawn, or was. */
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (owner === null) {
      if (isKnown(viewer)) turnAway(viewer, shown !== null);
      return;
    }
    // What somebody searched for is not the next one's, whose screen begins with what the address says.
    if (shown !== null && shown !== owner) keepInAddress(new URLSearchParams());
    setShown(owner);
  }, [viewer, owner, shown, turnAway]);

  if (allows(viewer) && owner === shown) return <ApiCache key={owner}>{children(viewer)}</ApiCache>;
  if (viewer.kind !== 'failed') return <Waiting ref={checking} text={screenMessages.checking} />;
  return <TryAgain text={problemText('part-missing')} onRetry={retry} />;
};

/** A screen for some viewers only: nothing of it is drawn before it is known who looks. */
export const Guard = <Allowed extends Seen>(props: Props<Allowed>) => (
  <ErrorBoundary>
    <Screen {...props} />
  </ErrorBoundary>
);
