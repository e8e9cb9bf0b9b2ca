import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keepInAddress, leaveEndedMark, loginFor } from '../../client/accounts/return-path.ts';
import { announceReady } from '../../client/directives/ready.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { ApiCache } from '../data/use-api.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { type SeenUser, useCurrentUser } from '../data/use-current-user.ts';
import { refreshClaims, type SignedIn } from '../../client/accounts/current-user.ts';
import { isSigningOut } from '../../client/sign-out.ts';

interface Props<Allowed extends SeenUser> {
  /** True if this user may see the screen. The server decides which data they get. */
  readonly allows: (user: SeenUser) => user is Allowed;
  /** Leads a user who may not see the screen to another page. `shown` is true if an earlier user saw the screen. */
  readonly onDenied: (user: SeenUser, shown: boolean) => void;
  readonly children: (user: Allowed) => ReactNode;
}

/** The key of the user's screen. With another user the screen begins anew, so that no data of the first user are left. */
const ownerOf = (user: SeenUser): string => (user.kind === 'in' ? user.uid : user.kind);

const isKnown = ({ kind }: SeenUser): boolean => kind !== 'checking' && kind !== 'failed';

const Screen = <Allowed extends SeenUser>({ allows, onDenied, children }: Props<Allowed>) => {
  const { user, retry } = useCurrentUser();
  const checking = useRef<HTMLParagraphElement>(null);

  // The screen had no buttons before, so there is no earlier press to replay.
  useEffect(() => {
    announceReady(checking.current);
  }, []);
  const owner = allows(user) ? ownerOf(user) : null;
  /** The owner of the screen that is, or was, on the page. */
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (owner === null) {
      if (isKnown(user)) onDenied(user, shown !== null);
      return;
    }
    // The next user's screen begins with the query of the address, so the first user's search is removed.
    if (shown !== null && shown !== owner) keepInAddress(new URLSearchParams());
    setShown(owner);
  }, [user, owner, shown, onDenied]);

  if (allows(user) && owner === shown) return <ApiCache key={owner}>{children(user)}</ApiCache>;
  if (user.kind !== 'failed') return <Waiting ref={checking} text={screenMessages.checking} />;
  return <TryAgain text={problemText('part-missing')} onRetry={retry} />;
};

/** A screen for some users. It is rendered once the user is known. */
export const Guard = <Allowed extends SeenUser>(props: Props<Allowed>) => (
  <ErrorBoundary>
    <Screen {...props} />
  </ErrorBoundary>
);

/** A signed-in user, or anybody if authentication is not configured. */
export type Member = SignedIn | { readonly kind: 'unconfigured' };

const allows = (user: SeenUser): user is Member => user.kind === 'in' || user.kind === 'unconfigured';

const toLogin = (user: SeenUser, shown: boolean): void => {
  if (isSigningOut()) return;
  if (user.kind === 'out' && user.ended) leaveEndedMark();
  // After a logout in another tab, nobody finds the user's search in the address.
  else if (shown) keepInAddress(new URLSearchParams());
  location.replace(loginFor(location));
};

/** A screen for signed-in users. Others go to /login, and return to the same address unless they logged out. */
export const MembersOnly = ({ children }: { readonly children: (user: Member) => ReactNode }) => (
  <Guard allows={allows} onDenied={toLogin}>
    {children}
  </Guard>
);

const allowsAdmin = (user: SeenUser): user is SignedIn => user.kind === 'in' && user.admin;

let leaving = false;

/** Navigates once: a second call would cancel the navigation. */
const goHome = (): void => {
  if (leaving) return;
  leaving = true;
  location.replace('/');
};

let asked = false;

/** Refreshes the token once before it sends a user home, because a claim that was just granted is not in the token yet. */
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

/** A screen for admins. Everybody else goes to the home page. */
export const AdminsOnly = ({ children }: { readonly children: (user: SignedIn) => ReactNode }) => (
  <Guard allows={allowsAdmin} onDenied={sendHome}>
    {children}
  </Guard>
);
