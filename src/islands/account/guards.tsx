import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keepInAddress, leaveEndedMark, loginFor } from '../../client/accounts/return-path.ts';
import { announceReady } from '../../client/directives/ready.ts';
import { screenMessages } from '../../shared/messages/screen.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { ApiCache } from '../data/use-api.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { type SeenUser, useCurrentUser } from '../data/use-current-user.ts';
import { refreshClaims, type SignedIn } from '../../client/accounts/current-user.ts';
import { isSigningOut } from '../../client/sign-out.ts';

interface Props<Allowed extends SeenUser> {
  /** Whether this user may see the screen; the server decides what it gives them. */
  readonly allows: (user: SeenUser) => user is Allowed;
  /** Called for a user who may not, once it is known who they are: leads to another page. `shown`: somebody saw the screen. */
  readonly onDenied: (user: SeenUser, shown: boolean) => void;
  readonly children: (user: Allowed) => ReactNode;
}

/** Whose the screen is: with somebody else it begins anew, and nothing of the one before is left on it. */
const ownerOf = (user: SeenUser): string => (user.kind === 'in' ? user.uid : user.kind);

const isKnown = ({ kind }: SeenUser): boolean => kind !== 'checking' && kind !== 'failed';

const Screen = <Allowed extends SeenUser>({ allows, onDenied, children }: Props<Allowed>) => {
  const { user, retry } = useCurrentUser();
  const checking = useRef<HTMLParagraphElement>(null);

  // Nothing of the screen was there to be pressed before.
  useEffect(() => {
    announceReady(checking.current);
  }, []);
  const owner = allows(user) ? ownerOf(user) : null;
  /** Whose the screen is that is drawn, or was. */
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (owner === null) {
      if (isKnown(user)) onDenied(user, shown !== null);
      return;
    }
    // What somebody searched for is not the next one's, whose screen begins with what the address says.
    if (shown !== null && shown !== owner) keepInAddress(new URLSearchParams());
    setShown(owner);
  }, [user, owner, shown, onDenied]);

  if (allows(user) && owner === shown) return <ApiCache key={owner}>{children(user)}</ApiCache>;
  if (user.kind !== 'failed') return <Waiting ref={checking} text={screenMessages.checking} />;
  return <TryAgain text={problemText('part-missing')} onRetry={retry} />;
};

/** A screen for some viewers only: nothing of it is drawn before it is known who looks. */
export const Guard = <Allowed extends SeenUser>(props: Props<Allowed>) => (
  <ErrorBoundary>
    <Screen {...props} />
  </ErrorBoundary>
);

/** Somebody signed in, or anybody where authentication is not configured. */
export type Member = SignedIn | { readonly kind: 'unconfigured' };

const allows = (user: SeenUser): user is Member => user.kind === 'in' || user.kind === 'unconfigured';

const toLogin = (user: SeenUser, shown: boolean): void => {
  if (isSigningOut()) return;
  if (user.kind === 'out' && user.ended) leaveEndedMark();
  // Whoever logs out in another tab leaves what they searched for to nobody.
  else if (shown) keepInAddress(new URLSearchParams());
  location.replace(loginFor(location));
};

/** A screen for those who are signed in; others go to /login, and come back to exactly where they were, unless they logged out. */
export const MembersOnly = ({ children }: { readonly children: (user: Member) => ReactNode }) => (
  <Guard allows={allows} onDenied={toLogin}>
    {children}
  </Guard>
);

const allowsAdmin = (user: SeenUser): user is SignedIn => user.kind === 'in' && user.admin;

let leaving = false;

/** Once: a second call would break off the navigation of the first. */
const goHome = (): void => {
  if (leaving) return;
  leaving = true;
  location.replace('/');
};

let asked = false;

/** A claim granted a moment ago is not in the token yet: it is asked for once before anybody is sent home. */
const sendHome = (user: SeenUser): void => {
  if (user.kind !== 'in' || asked) {
    goHome();
    return;
  }
  asked = true;
  refreshClaims()
    .then((fresh) => {
      if (!fresh?.admin) goHome();
    })
    .catch(goHome);
};

/** A screen for admins; everybody else goes to the home page. */
export const AdminsOnly = ({ children }: { readonly children: (user: SignedIn) => ReactNode }) => (
  <Guard allows={allowsAdmin} onDenied={sendHome}>
    {children}
  </Guard>
);
