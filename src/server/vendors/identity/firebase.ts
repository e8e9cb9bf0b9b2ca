import { problem } from '../../../shared/problems.ts';
import type { Identity, IdentityUser } from './identity.ts';

export interface FirebaseSettings {
  readonly projectId: string;
  /** JSON of the service account; undefined against the emulator. */
  readonly serviceAccount: string | undefined;
}

/** What is wrong with the token or its user; every other failure is the provider's or the settings'. */
const refusals = /^auth\/(argument-error|invalid-id-token|id-token-\w+|user-\w+(-\w+)*|invalid-argument)$/;

/** No check waits longer than this for the provider, in milliseconds; the library itself waits minutes. */
const timeLimit = 5_000;

const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        Object.assign(new Error('The identity provider did not answer'), { code: 'app/network-timeout' }),
      );
    }, timeLimit);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
};

/** Firebase Authentication. firebase-admin is loaded by the first call that has a token to check. */
export const createFirebaseIdentity = (settings: FirebaseSettings): Identity => {
  const open = async () => {
    const [{ cert, getApps, initializeApp }, { getAuth }] = await Promise.all([
      import('firebase-admin/app'),
      import('firebase-admin/auth'),
    ]);
    const name = `api-${settings.projectId}`;
    const app =
      getApps().find((existing) => existing.name === name) ??
      initializeApp(
        {
          projectId: settings.projectId,
          ...(settings.serviceAccount && {
            credential: cert(JSON.parse(settings.serviceAccount) as Record<string, string>),
          }),
        },
        name,
      );
    return getAuth(app);
  };
  let opened: ReturnType<typeof open> | undefined;

  return {
    assertConfigured: () => undefined,

    async verifyToken(token, { checkRevoked }): Promise<IdentityUser | null> {
      try {
        const auth = await (opened ??= open());
        const claims = await inTime(auth.verifyIdToken(token, checkRevoked));
        return {
          uid: claims.uid,
          email: claims.email ?? null,
          emailVerified: claims.email_verified ?? false,
          admin: claims.admin === true,
        };
      } catch (error) {
        if (!(await opened?.then(Boolean, () => false))) opened = undefined;
        if (refusals.test(codeOf(error))) return null;
        throw problem('service-unavailable', { cause: error });
      }
    },
  };
};

/** Where authentication is not configured every call that needs an identity is refused: it fails closed. */
export const unconfiguredIdentity: Identity = {
  assertConfigured: () => {
    throw problem('auth-not-configured');
  },
  verifyToken: () => Promise.reject(problem('auth-not-configured')),
};
