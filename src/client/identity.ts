import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  applyActionCode,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  indexedDBLocalPersistence,
  inMemoryPersistence,
  initializeAuth,
  multiFactor,
  onIdTokenChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  setPersistence,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type Auth,
  type MultiFactorError,
  type Persistence,
  type User,
} from 'firebase/auth';
import { config, type IdentitySettings } from './config.ts';
import { runErrand } from './side-errand.ts';

/*
 * All uses of Firebase's SDK are in this file, so that it is one script. Account screens and the sign-out import it when they
 * need it.
 */

let auth: Auth | undefined;

function getAuth(): Auth {
  if (!config.identity) throw new Error('Authentication is not configured.');
  return (auth ??= openAuth(config.identity));
}

/** The app that `removeStoredUser` has finished with. `openAuth` deletes it, because its own app needs the same name. */
let finishedApp: FirebaseApp | undefined;

function openAuth(settings: IdentitySettings): Auth {
  const { emulatorUrl } = settings;
  if (finishedApp) void deleteApp(finishedApp);
  const newAuth = initializeAuth(createApp(settings), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  // The emulator trusts unsigned tokens, so a published site never calls it.
  const isLocalHost = ['localhost', '127.0.0.1'].includes(location.hostname);
  if (emulatorUrl && isLocalHost) connectAuthEmulator(newAuth, emulatorUrl, { disableWarnings: true });
  return newAuth;
}

function createApp({ apiKey, projectId, authDomain }: IdentitySettings): FirebaseApp {
  return initializeApp({ apiKey, projectId, ...(authDomain && { authDomain }) });
}

/**
 * Timeout in milliseconds. Firebase may send two requests of up to 30 s each (token refresh, account look-up) while it reads
 * the user.
 */
const READ_TIMEOUT_MS = 65_000;

/**
 * Returns the signed-in user from this browser's storage, or null.
 *
 * @throws `auth/timeout` when the storage does not answer: some browsers never finish opening IndexedDB. The next call
 * starts a new Firebase client.
 */
export async function readUser(): Promise<User | null> {
  const current = getAuth();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      auth = undefined;
      void deleteApp(current.app);
      reject(Object.assign(new Error('The browser’s storage does not answer'), { code: 'auth/timeout' }));
    }, READ_TIMEOUT_MS);
  });
  await Promise.race([current.authStateReady(), timeout]);
  clearTimeout(timer);
  return current.currentUser;
}

/** Calls back with the signed-in user or null: at once, and when the user or their token changes in any tab. */
export function watchUser(listener: (user: User | null) => void): () => void {
  return onIdTokenChanged(getAuth(), listener);
}

/**
 * Signs in. Rejects with Firebase's error; see accounts/identity-problem.ts. `secondStepOf` continues a sign-in that needs a code.
 */
export async function signInWith(email: string, password: string): Promise<User> {
  return (await signInWithEmailAndPassword(getAuth(), email, password)).user;
}

/** Finishes a sign-in with the code of the account's authenticator app. Rejects with Firebase's error. */
export type SecondStep = (code: string) => Promise<User>;

/** Returns the second step of a sign-in that failed because the account has a second factor; null for any other error. */
export function secondStepOf(error: unknown): SecondStep | null {
  const { code } = Object(error) as { readonly code?: unknown };
  if (code !== 'auth/multi-factor-auth-required') return null;
  const resolver = getMultiFactorResolver(getAuth(), error as MultiFactorError);
  const app = resolver.hints.find(({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID);
  if (!app) return null;
  return async (typedCode) => {
    const assertion = TotpMultiFactorGenerator.assertionForSignIn(app.uid, typedCode);
    return (await resolver.resolveSignIn(assertion)).user;
  };
}

/** The secret of a new authenticator app. */
export interface NewSecondFactor {
  /** The key for people who type it into the app. */
  readonly key: string;
  /** The address in the QR code. */
  readonly uri: string;
  /** Adds the second factor to the account with the app's first code. Rejects with Firebase's error. */
  readonly finish: (code: string) => Promise<void>;
}

/** Begins to add an authenticator app to the account. Rejects with Firebase's error. */
export async function startSecondFactor(issuer: string): Promise<NewSecondFactor> {
  const user = await requireUser();
  const factors = multiFactor(user);
  const secret = await TotpMultiFactorGenerator.generateSecret(await factors.getSession());
  return {
    key: secret.secretKey,
    uri: secret.generateQrCodeUrl(user.email ?? user.uid, issuer),
    finish: async (code) => {
      await factors.enroll(
        TotpMultiFactorGenerator.assertionForEnrollment(secret, code),
        'Authenticator app',
      );
      await user.getIdToken(true);
    },
  };
}

/** Returns true if the account has a second factor. Asks Firebase. */
export async function hasSecondFactor(): Promise<boolean> {
  const user = await requireUser();
  await user.reload();
  return multiFactor(user).enrolledFactors.length > 0;
}

/** Removes all second factors of the account. Rejects with Firebase's error. */
export async function removeSecondFactors(): Promise<void> {
  const factors = multiFactor(await requireUser());
  for (const factor of factors.enrolledFactors) await factors.unenroll(factor);
}

async function requireUser(): Promise<User> {
  const user = await readUser();
  if (!user) throw Object.assign(new Error('Nobody is signed in'), { code: 'auth/user-token-expired' });
  return user;
}

/** Creates an account and signs it in. Rejects with Firebase's error. */
export async function createAccount(email: string, password: string): Promise<User> {
  return (await createUserWithEmailAndPassword(getAuth(), email, password)).user;
}

/** Asks Firebase to send the email that resets a password. Rejects with Firebase's error. */
export function sendReset(email: string): Promise<void> {
  return sendPasswordResetEmail(getAuth(), email);
}

/** Asks Firebase to send the signed-in user the email that confirms their address. Rejects with Firebase's error. */
export async function sendVerification(): Promise<void> {
  const user = await readUser();
  if (user) await sendEmailVerification(user);
}

/**
 * Applies the one-time code of an email that confirms, changes or restores an address. Then updates a signed-in user.
 * Rejects with Firebase's error.
 */
export async function applyCode(code: string): Promise<void> {
  await applyActionCode(getAuth(), code);
  const user = await readUser();
  // The code may belong to another account, or may have ended this session.
  await user?.reload().then(
    () => user.getIdToken(true),
    () => undefined,
  );
}

/** Signs out in this browser, without a call to Firebase. */
export async function signOutLocally(): Promise<void> {
  if (auth) await signOutOf(auth);
  else if (config.identity) await removeStoredUser(config.identity);
}

/** Signs out of an open client. If the browser's storage refuses, restores the client's user and throws. */
async function signOutOf(current: Auth): Promise<void> {
  const { currentUser } = current;
  try {
    await current.signOut();
  } catch (error) {
    // The client has forgotten the user without telling its listeners.
    await current.updateCurrentUser(currentUser).catch(() => undefined);
    throw error;
  }
}

/**
 * Removes the signed-in user from this browser's storage. Uses a client without a user, because a client that reads
 * its user from storage asks Firebase about the user first.
 *
 * The app stays after a success: Firebase is still reading a heartbeat from IndexedDB, and logs a warning when the app
 * is deleted during that read.
 */
async function removeStoredUser(settings: IdentitySettings): Promise<void> {
  const app = createApp(settings);
  // A user in localStorage means that the client could not use IndexedDB, which may refuse again.
  const storedKeys = runErrand(() => Object.keys(localStorage)) ?? [];
  const mayRefuse = storedKeys.some((key) => key.startsWith('firebase:authUser:'));
  try {
    const userlessAuth = initializeAuth(app, { persistence: inMemoryPersistence });
    const removeFrom = async (persistence: Persistence) => {
      await setPersistence(userlessAuth, persistence);
      await userlessAuth.signOut();
    };
    await removeFrom(browserLocalPersistence);
    await removeFrom(indexedDBLocalPersistence).catch((error: unknown) => {
      if (!mayRefuse) throw error;
    });
    finishedApp = app;
  } catch (error) {
    finishedApp = undefined;
    await deleteApp(app);
    throw error;
  }
}
