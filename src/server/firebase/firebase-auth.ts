import type { Credential } from 'firebase-admin/app';
import type { Auth } from 'firebase-admin/auth';
import { openOnce } from '../../shared/open-once.ts';

export interface FirebaseSettings {
  readonly projectId: string;
  /** The web app's key, public: what the provider's REST API is asked with. */
  readonly apiKey: string;
  /** JSON of the service account; undefined against the emulator. */
  readonly serviceAccount: string | undefined;
  /** `host:port` of the identity emulator; undefined for the real provider. */
  readonly emulatorHost: string | undefined;
}

/** By what the library asks; it loads what makes access tokens with the first. The emulator is asked without one. */
const credentialOf = (serviceAccount = ''): Credential => {
  const openTokens = openOnce(async () =>
    (await import('./access-tokens.ts')).createAccessTokens(serviceAccount),
  );
  return { getAccessToken: async () => (await openTokens())() };
};

const open = async ({ projectId, serviceAccount }: FirebaseSettings): Promise<Auth> => {
  const [{ getApps, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  const name = `api-${projectId}`;
  const app =
    getApps().find((existing) => existing.name === name) ??
    initializeApp({ projectId, credential: credentialOf(serviceAccount) }, name);
  return getAuth(app);
};

/**
 * Gives the provider's library for a project, loaded and opened by the first call; a failure is tried anew by
 * the next. Whether it talks to the emulator it reads from FIREBASE_AUTH_EMULATOR_HOST itself.
 */
export const createFirebaseAuth = (settings: FirebaseSettings): (() => Promise<Auth>) =>
  openOnce(() => open(settings));

/** The code of the library's error, such as `auth/user-not-found`; empty for any other error. */
export const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
};
