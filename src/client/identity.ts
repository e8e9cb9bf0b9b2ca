import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type Auth,
  type User,
} from 'firebase/auth';
import { config, type IdentitySettings } from './config.ts';

/*
 * All that the site does with the identity provider's SDK stands in this file, so that it is one script,
 * fetched when an account screen or a sign-out needs it: no page loads it first.
 */

const isThisMachine = (): boolean => ['localhost', '127.0.0.1'].includes(location.hostname);

const open = ({ apiKey, projectId, authDomain, emulatorUrl }: IdentitySettings): Auth => {
  const app = initializeApp({ apiKey, projectId, ...(authDomain && { authDomain }) });
  const persistence = [indexedDBLocalPersistence, browserLocalPersistence];
  const auth = initializeAuth(app, { persistence });
  // The emulator trusts unsigned tokens: a site that stands anywhere else never asks it.
  if (emulatorUrl && isThisMachine()) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
};

/** The identity provider's client, or null where authentication is not configured. */
export const auth = config.identity && open(config.identity);

const configured = (): Auth => {
  if (!auth) throw new Error('Authentication is not configured.');
  return auth;
};

/** Calls back with who is signed in: at once, and whenever that or their token changes, in any tab. */
export const watchUser = (listener: (user: User | null) => void): (() => void) =>
  onIdTokenChanged(configured(), listener);

/** Who is signed in, once the client has read it from this browser's storage. */
export const knownUser = async (): Promise<User | null> => {
  await configured().authStateReady();
  return configured().currentUser;
};

/** Signs in. Rejects with the provider's error; see identity-problem.ts. */
export const signInWith = async (email: string, password: string): Promise<User> =>
  (await signInWithEmailAndPassword(configured(), email, password)).user;

/** Creates an account and signs it in. Rejects with the provider's error. */
export const createAccount = async (email: string, password: string): Promise<User> =>
  (await createUserWithEmailAndPassword(configured(), email, password)).user;

/** Has the provider send the mail that resets a password. Rejects with the provider's error. */
export const sendReset = (email: string): Promise<void> => sendPasswordResetEmail(configured(), email);
