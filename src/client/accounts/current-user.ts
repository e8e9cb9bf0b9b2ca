import type { User } from 'firebase/auth';
import { config } from '../config.ts';
import { forgetSession, hasLoggedOut, storedSession, rememberSession } from '../session.ts';
import { recordSignIn } from './record-sign-in.ts';
import { loadChunk } from '../load-chunk.ts';
import { type Role, roleOf } from '../../shared/roles.ts';

/** A signed-in user, from their ID token. */
export interface SignedIn {
  readonly kind: 'in';
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** The role in the token. The server checks it again with every call. */
  readonly role: Role | null;
  /** True if the user signed in with a second factor, too. */
  readonly hasSecondFactor: boolean;
  /** The token's claims without Firebase's own. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The user of a screen. `ended` is true if Firebase no longer accepts the session that this browser stored. */
export type CurrentUser =
  | SignedIn
  | { readonly kind: 'out'; readonly ended: boolean }
  | { readonly kind: 'unconfigured' };

/** The claims that Firebase writes into a token. */
const firebaseClaims = new Set(
  'iss aud auth_time user_id sub iat exp email email_verified name picture phone_number firebase'.split(' '),
);

type Claims = Readonly<Record<string, unknown>>;

async function readClaims(user: User): Promise<Claims> {
  try {
    return (await user.getIdTokenResult()).claims;
  } catch (error) {
    console.warn('claims', error);
    return {};
  }
}

async function toSignedIn(user: User): Promise<SignedIn> {
  const all = await readClaims(user);
  const claims = Object.fromEntries(Object.entries(all).filter(([name]) => !firebaseClaims.has(name)));
  const { uid, email, emailVerified } = user;
  return {
    kind: 'in',
    uid,
    email,
    emailVerified,
    claims,
    role: roleOf(claims),
    hasSecondFactor: 'sign_in_second_factor' in Object(all.firebase),
  };
}

function remember({ role }: SignedIn): void {
  rememberSession(role === null ? 'in' : 'admin');
}

/** Remembers the user's session for other pages. */
export async function rememberUser(user: User): Promise<void> {
  remember(await toSignedIn(user));
}

/**
 * Calls back with the current user, at once and after every change in this tab or another. Resolves with a function that stops
 * the callbacks. Rejects if the SDK cannot be loaded or the browser's storage does not answer.
 */
export async function watchCurrentUser(listener: (current: CurrentUser) => void): Promise<() => void> {
  if (!config.identity) {
    listener({ kind: 'unconfigured' });
    return () => undefined;
  }
  const { readUser, watchUser } = await loadChunk(import('../identity.ts'));
  await readUser();
  let latestUser: User | null = null;
  return watchUser((user) => {
    // Another tab may have removed the remembered session already.
    const wasSignedIn = latestUser !== null || storedSession() !== null;
    latestUser = user;
    if (!user) {
      const ended = wasSignedIn && !hasLoggedOut();
      forgetSession();
      listener({ kind: 'out', ended });
      return;
    }
    void toSignedIn(user).then((current) => {
      // A user who signed out while their claims were read must not get their session back.
      if (latestUser !== user) return;
      remember(current);
      void recordSignIn(user);
      listener(current);
    });
  });
}

/**
 * Resolves to true if a user is signed in. If not, the remembered session is removed. Resolves to false if authentication is
 * not configured or the SDK cannot be loaded.
 */
export async function isSignedIn(): Promise<boolean> {
  if (!config.identity) return false;
  try {
    const { readUser } = await loadChunk(import('../identity.ts'));
    const user = await readUser();
    if (!user) forgetSession();
    return user !== null;
  } catch {
    return false;
  }
}

/**
 * Refreshes the token and returns the user with the new claims, or null if nobody is signed in. Rejects if Firebase cannot
 * refresh the token.
 */
export async function refreshClaims(): Promise<SignedIn | null> {
  const { readUser } = await loadChunk(import('../identity.ts'));
  const user = await readUser();
  await user?.getIdToken(true);
  // `watchCurrentUser` gets the new token, too, and remembers the session.
  return user && toSignedIn(user);
}
