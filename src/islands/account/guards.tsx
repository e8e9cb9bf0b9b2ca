import { type ReactNode, useEffect, useRef, useState } from 'react';
import { replaceQuery, markSessionEnded, loginPath } from '../../client/accounts/navigation.ts';
import { announceReady } from '../../client/interaction.ts';
import { screenMessages } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { RoleNote, RoleProvider } from '../data/role.tsx';
import { ApiCache } from '../data/use-api.tsx';
import { ConfirmDialogs } from '../ui/ConfirmDialog.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { PasswordPrompt } from './PasswordPrompt.tsx';
import { TabCounts } from '../ui/TabCounts.tsx';
import { type UserState, useCurrentUser } from '../data/use-current-user.ts';
import { refreshClaims, type SignedIn } from '../../client/accounts/current-user.ts';
import { isSigningOut } from '../../client/sign-out.ts';

/** A screen for signed-in users. Other visitors go to /login, which leads back to this screen. */
export function SignedInOnly({ children }: { readonly children: (user: ScreenUser) => ReactNode }) {
  return (
    <Guard allows={allows} onDenied={goToLogin}>
      {children}
    </Guard>
  );
}

/** A signed-in user, or anybody if authentication is not configured. */
export type ScreenUser = SignedIn | { readonly kind: 'unconfigured' };

function allows(user: UserState): user is ScreenUser {
  return user.kind === 'in' || user.kind === 'unconfigured';
}

function goToLogin(user: UserState, wasShown: boolean): void {
  if (isSigningOut()) return;
  if (user.kind === 'out' && user.ended) markSessionEnded();
  // After a logout in another tab, the address must not reveal the user's search.
  else if (wasShown) replaceQuery(new URLSearchParams());
  location.replace(loginPath(location));
}

/** A screen for people who run the shop. Everybody else goes to the home page. */
export function AdminsOnly({ children }: { readonly children: (user: SignedIn) => ReactNode }) {
  return (
    <Guard allows={allowsAdmin} onDenied={sendHome}>
      {(user) => (
        <>
          <RoleNote />
          {children(user)}
        </>
      )}
    </Guard>
  );
}

function allowsAdmin(user: UserState): user is SignedIn {
  return user.kind === 'in' && user.role !== null;
}

let hasRefreshedClaims = false;

/** Refreshes the token once before it sends a user home, because a claim that was just granted is not in the token yet. */
function sendHome(user: UserState): void {
  if (user.kind !== 'in' || hasRefreshedClaims) {
    goHome();
    return;
  }
  hasRefreshedClaims = true;
  refreshClaims()
    .then((fresh) => {
      if (!fresh?.role) goHome();
    })
    .catch(goHome);
}

let isLeaving = false;

/** Navigates once: a second call would cancel the navigation. */
function goHome(): void {
  if (isLeaving) return;
  isLeaving = true;
  location.replace('/');
}

interface Props<Allowed extends UserState> {
  /** True if this user may see the screen. The server decides which data they get. */
  readonly allows: (user: UserState) => user is Allowed;
  /** Leads a user who may not see the screen to another page. `wasShown` is true if an earlier user saw the screen. */
  readonly onDenied: (user: UserState, wasShown: boolean) => void;
  readonly children: (user: Allowed) => ReactNode;
}

/** A screen for some users. Renders it when the user is known. */
function Guard<Allowed extends UserState>(props: Props<Allowed>) {
  return (
    <ErrorBoundary>
      <Screen {...props} />
    </ErrorBoundary>
  );
}

function Screen<Allowed extends UserState>({ allows, onDenied, children }: Props<Allowed>) {
  const { user, retry } = useCurrentUser();
  const checkingText = useRef<HTMLParagraphElement>(null);

  // The screen had no buttons before, so there is no earlier press to replay.
  useEffect(() => {
    announceReady(checkingText.current);
  }, []);
  const key = allows(user) ? screenKey(user) : null;
  const { email, role } = user.kind === 'in' ? user : { email: null, role: null };
  /** The key of the last screen on the page, or null before the first screen. */
  const [shownKey, setShownKey] = useState<string | null>(null);
  useEffect(() => {
    if (key === null) {
      if (isKnown(user)) onDenied(user, shownKey !== null);
      return;
    }
    // The next user's screen starts with the query of the address, so the previous user's search is removed.
    if (shownKey !== null && shownKey !== key) replaceQuery(new URLSearchParams());
    setShownKey(key);
  }, [user, key, shownKey, onDenied]);

  if (allows(user) && key === shownKey)
    return (
      <ApiCache key={key}>
        <RoleProvider value={role}>
          <ConfirmDialogs>
            {allowsAdmin(user) && <TabCounts />}
            {email !== null && <PasswordPrompt email={email} />}
            {children(user)}
          </ConfirmDialogs>
        </RoleProvider>
      </ApiCache>
    );
  if (user.kind !== 'failed') return <Waiting ref={checkingText} text={screenMessages.checking} />;
  return <TryAgain text={problemText('part-missing')} onRetry={retry} />;
}

/** Returns the key of the user's screen. Another key starts the screen again, without data of the previous user. */
function screenKey(user: UserState): string {
  return user.kind === 'in' ? user.uid : user.kind;
}

function isKnown({ kind }: UserState): boolean {
  return kind !== 'checking' && kind !== 'failed';
}
