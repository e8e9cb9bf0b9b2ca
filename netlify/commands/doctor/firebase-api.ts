import type { Env } from '../../../src/server/env.ts';
import { createAccessTokens } from '../../../src/server/firebase/access-tokens.ts';

const timeLimit = 8_000;

/** What the provider answered: its status, and its JSON or null. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** GETs of the provider's REST API; `bearer` is null for the calls that the public key opens. */
export const createFirebaseApi = ({ FIREBASE_AUTH_EMULATOR_HOST: emulator }: Env) => {
  const host = 'identitytoolkit.googleapis.com';
  const base = emulator === undefined ? `https://${host}` : `http://${emulator}/${host}`;
  return async (path: string, bearer: string | null): Promise<Answer> => {
    const response = await fetch(`${base}${path}`, {
      headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  };
};

export type FirebaseApi = ReturnType<typeof createFirebaseApi>;

/** Signs in as the service account, and answers the token; the emulator takes the word `owner`. */
export const bearerOf = async (env: Env): Promise<string> => {
  if (env.FIREBASE_AUTH_EMULATOR_HOST !== undefined) return 'owner';
  return (await createAccessTokens(env.FIREBASE_SERVICE_ACCOUNT ?? '')()).access_token;
};
