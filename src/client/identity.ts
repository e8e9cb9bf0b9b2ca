import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  inMemoryPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendPasswordResetEmail,
  setPersistence,
  signInWithEmailAndPassword,
  type Auth,
  type Persistence,
  type User,
} from 'firebase/auth';
import { config, type IdentitySettings } from './config.ts';

/*
 * All that the site does with the identity provider's SDK stands in this file, so that it is one script,
 * fetched when an account screen or a sign-out needs it: no page loads it first.
 */

const isThisMachine = (): boolean => ['localhost', '127.0.0.1'].includes(location.hostname);

const appOf = ({ apiKey, projectId, authDomain }: IdentitySettings): FirebaseApp =>
  initializeApp({ apiKey, projectId, ...(authDomain && { authDomain }) });

/** Where this browser keeps who is signed in. */
const kept = [indexedDBLocalPersistence, browserLocalPersistence];

const open = (settings: IdentitySettings): Auth => {
  const { emulatorUrl } = settings;
  const auth = initializeAuth(appOf(settings), { persistence: kept });
  // The emulator trusts unsigned tokens: a site that stands anywhere else never asks it.
  if (emulatorUrl && isThisMachine()) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
};

let opened: Auth | undefined;

const configured = (): Auth => {
  if (!config.identity) throw new Error('Authentication is not configured.');
  return (opened ??= open(config.identity));
};

/** Whether localStorage has somebody: then the client could not use IndexedDB, which may refuse again. */
const isInLocalStorage = (): boolean =>
  Object.keys(localStorage).some((key) => key.startsWith('firebase:authUser:'));

/**
 * Forgets whoever this browser keeps as signed in. A client that knows nobody does it: one that reads who it is asks
 * the provider about them first.
 */
const forgetUser = async (settings: IdentitySettings): Promise<void> => {
  const app = appOf(settings);
  const mayRefuse = isInLocalStorage();
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    const forgetIn = async (place: Persistence) => {
      await setPersistence(auth, place);
      await auth.signOut();
    };
    await forgetIn(browserLocalPersistence);
    await forgetIn(indexedDBLocalPersistence).catch((error: unknown) => {
      if (!mayRefuse) throw error;
    });
  } finally {
    await deleteApp(app);
  }
};

/** Signs out of a client that is open; where its storage refuses, it knows its user as before. */
const leave = async (auth: Auth): Promise<void> => {
  const { currentUser } = auth;
  try {
    await auth.signOut();
  } catch (error) {
    // It has forgotten them all the same, and told nobody.
    await auth.updateCurrentUser(currentUser).catch(() => undefined);
    throw error;
  }
};

/** Signs out, here and in this browser's other tabs, without a call to the provider. */
export const signOutHere = async (): Promise<void> => {
  if (opened) await leave(opened);
  else if (config.identity) await forgetUser(config.identity);
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
