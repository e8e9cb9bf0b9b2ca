import type { User } from 'firebase/auth';
import { config } from '../config.ts';
import { forgetSession, hasLoggedOut, knownSession, rememberSession } from '../session.ts';
import { fetched } from '../fetched.ts';

/** Somebody signed in, as their ID token tells. */
export interface SignedIn {
  readonly kind: 'in';
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly admin: boolean;
  /** The token's claims that are not the provider's own. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Who looks at a screen. `ended`: this browser knew a session that the provider no longer takes. */
export type CurrentUser =
  | SignedIn
  | { readonly kind: 'out'; readonly ended: boolean }
  | { readonly kind: 'unconfigured' };

/** What the provider itself writes into a token. */
const ownClaims = new Set(
  'iss aud auth_time user_id sub iat exp email email_verified name picture phone_number firebase'.split(' '),
);

const readClaims = async (user: User): Promise<Record<string, unknown>> => {
  try {
    const { claims } = await user.getIdTokenResult();
    return Object.fromEntries(Object.entries(claims).filter(([name]) => !ownClaims.has(name)));
  } catch (error) {
    console.warn('claims', error);
    return {};
  }
};

const signedIn = async (user: User): Promise<SignedIn> => {
  const claims = await readClaims(user);
  const { uid, email, emailVerified } = user;
  return { kind: 'in', uid, email, emailVerified, admin: claims.admin === true, claims };
};

const remember = ({ admin }: SignedIn): void => {
  rememberSession(admin ? 'admin' : 'in');
};

/** A user with their claims, which this browser's pages remember as the session. */
export const toCurrentUser = async (user: User): Promise<SignedIn> => {
  const current = await signedIn(user);
  remember(current);
  return current;
};

/**
 * Calls back with who looks at the screen, first and whenever it changes, in this tab or another. The bar
 * follows. Resolves to what ends it; rejects when the SDK cannot be had, or the browser's storage does not answer.
 */
export const watchCurrentUser = async (listener: (current: CurrentUser) => void): Promise<() => void> => {
  if (!config.identity) {
    listener({ kind: 'unconfigured' });
    return () => undefined;
  }
  const { knownUser, watchUser } = await fetched(import('../identity.ts'));
  await knownUser();
  let latest: User | null = null;
  return watchUser((user) => {
    // Another tab may have noticed before, and forgotten the session.
    const wasHere = latest !== null || knownSession() !== null;
    latest = user;
    if (!user) {
      const ended = wasHere && !hasLoggedOut();
      forgetSession();
      listener({ kind: 'out', ended });
      return;
    }
    void signedIn(user).then((current) => {
      // Whoever left while their claims were read is gone, and no session of theirs comes back.
      if (latest !== user) return;
      remember(current);
      listener(current);
    });
  });
};

/**
 * Whether somebody is signed in here already; where nobody is, the bar no longer says so. False where nobody can be, or the SDK
 * cannot be had.
 */
export const isSignedIn = async (): Promise<boolean> => {
  if (!config.identity) return false;
  try {
    const { knownUser } = await fetched(import('../identity.ts'));
    const user = await knownUser();
    if (!user) forgetSession();
    return user !== null;
  } catch {
    return false;
  }
};

/**
 * Has the provider write a new token, and returns the user with the claims of this moment; null for nobody.
 * Rejects when it cannot.
 */
export const refreshClaims = async (): Promise<SignedIn | null> => {
  const { knownUser } = await fetched(import('../identity.ts'));
  const user = await knownUser();
  await user?.getIdToken(true);
  // Whoever watches hears of the new token, and notes the session.
  return user && signedIn(user);
};
