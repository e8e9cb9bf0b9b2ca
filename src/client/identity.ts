import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  applyActionCode,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  indexedDBLocalPersistence,
  inMemoryPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendEmailVerification,
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

/** Storage for the signed-in user, in the order in which Firebase tries them. */
const kept = [indexedDBLocalPersistence, browserLocalPersistence];

/** The app that `forgetUser` has finished with. `open` deletes it, because its own app needs the same name. */
let finishedApp: FirebaseApp | undefined;

const open = (settings: IdentitySettings): Auth => {
  const { emulatorUrl } = settings;
  if (finishedApp) void deleteApp(finishedApp);
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
 * Removes the signed-in user from this browser's storage. Uses a client without a user, because a client that reads
 * its user from storage asks Firebase about the user first.
 *
 * The app stays after a success: Firebase is still reading a heartbeat from IndexedDB, and logs a warning when the app
 * is deleted during that read.
 */
async function forgetUser(settings: IdentitySettings): Promise<void> {
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
    finishedApp = app;
  } catch (error) {
    finishedApp = undefined;
    await deleteApp(app);
    throw error;
  }
}

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

/** Firebase may send two requests of up to 30 s each (token refresh, account look-up) while it reads the user. */
const READ_USER_WITHIN_MS = 65_000;

/**
 * The signed-in user, read from this browser's storage.
 *
 * @throws `auth/timeout` when the storage does not answer: some browsers never finish opening IndexedDB. The next call
 * starts a new Firebase client.
 */
export async function knownUser(): Promise<User | null> {
  const auth = configured();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      opened = undefined;
      void deleteApp(auth.app);
      reject(Object.assign(new Error('The browser’s storage does not answer'), { code: 'auth/timeout' }));
    }, READ_USER_WITHIN_MS);
  });
  await Promise.race([auth.authStateReady(), timeout]);
  clearTimeout(timer);
  return auth.currentUser;
}

/** Signs in. Rejects with the provider's error; see identity-problem.ts. */
export const signInWith = async (email: string, password: string): Promise<User> =>
  (await signInWithEmailAndPassword(configured(), email, password)).user;

/** Creates an account and signs it in. Rejects with the provider's error. */
export const createAccount = async (email: string, password: string): Promise<User> =>
  (await createUserWithEmailAndPassword(configured(), email, password)).user;

/** Has the provider send the mail that resets a password. Rejects with the provider's error. */
export const sendReset = (email: string): Promise<void> => sendPasswordResetEmail(configured(), email);

/** Sends a mail to the signed-in user whose link confirms their address. Rejects with Firebase's error. */
export async function sendVerification(): Promise<void> {
  const user = await knownUser();
  if (user) await sendEmailVerification(user);
}

/**
 * Applies the one-time code of a mail that confirms, changes or restores an address. Brings a signed-in user up to date.
 * Rejects with Firebase's error.
 */
export async function applyCode(code: string): Promise<void> {
  await applyActionCode(configured(), code);
  const user = await knownUser();
  // The code may be another account's, or have ended this session.
  await user?.reload().then(
    () => user.getIdToken(true),
    () => undefined,
  );
}
