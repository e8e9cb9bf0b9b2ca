import type { Credential } from 'firebase-admin/app';
import type { Auth } from 'firebase-admin/auth';
import { once } from '../../../shared/once.ts';

export interface FirebaseSettings {
  readonly projectId: string;
  /** The public key of the web app, for Firebase's REST API. */
  readonly apiKey: string;
  /** The JSON of the service account; undefined for the emulator. */
  readonly serviceAccount: string | undefined;
  /** `host:port` of the emulator; undefined for Firebase itself. */
  readonly emulatorHost: string | undefined;
}

/**
 * Returns a function that loads firebase-admin with its first call and returns its Auth of the project. A failed call is
 * retried by the next one. firebase-admin itself reads FIREBASE_AUTH_EMULATOR_HOST.
 */
export function createFirebaseAuth(settings: FirebaseSettings): () => Promise<Auth> {
  return once(() => openAuth(settings));
}

async function openAuth({ projectId, serviceAccount }: FirebaseSettings): Promise<Auth> {
  const [{ cert, getApps, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  const name = `api-${projectId}`;
  const credential =
    serviceAccount === undefined
      ? noCredential
      : cert({ projectId, ...(JSON.parse(serviceAccount) as object) });
  const app =
    getApps().find((existing) => existing.name === name) ?? initializeApp({ projectId, credential }, name);
  return getAuth(app);
}

/** The emulator needs no access token. Without this credential, firebase-admin would look for one on the machine. */
const noCredential: Credential = {
  getAccessToken: () => Promise.reject(new Error('FIREBASE_SERVICE_ACCOUNT is missing')),
};

/** Returns the code of a firebase-admin error, such as `auth/user-not-found`; an empty text for any other error. */
export function firebaseErrorCode(error: unknown): string {
  const code: unknown = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}

/** True for firebase-admin's error that no account has an email. */
export function isMissingAccount(error: unknown): boolean {
  return /^auth\/(user-not-found|invalid-email)$/.test(firebaseErrorCode(error));
}
