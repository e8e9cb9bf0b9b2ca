import { problemText, type ScreenCode } from '../../shared/problem-texts/common.ts';
import { type AnswerOf, type ApiAnswer, type CallArguments, callAs, type CallName } from '../api.ts';
import { config } from '../config.ts';
import { loadChunk } from '../load-chunk.ts';
import { askForPassword, needsFreshSignIn } from './fresh-sign-in.ts';
import { identityProblem, isFirebaseError } from './identity-problem.ts';
import type { ServiceCredentials } from '../../shared/roles.ts';

/**
 * Makes a call as the signed-in user, or with the typed credentials of the user-profile service. Clears the credentials if the
 * API refuses them. If Firebase returns no token, the answer has the text of Firebase's problem and the status that the API
 * would use, or 0 if Firebase cannot be reached.
 */
export async function authFetch<Name extends CallName>(
  name: Name,
  ...callArguments: CallArguments<Name>
): Promise<ApiAnswer<AnswerOf<Name>>> {
  const credentials = serviceCredentialsFor(name.split(' ')[1] ?? '');
  if (credentials) {
    const answer = await callAs({ credentials }, name, ...callArguments);
    if (answer.status === 401) clearServiceCredentials(credentials);
    return answer;
  }
  try {
    return await withIdToken((token) => callAs({ token }, name, ...callArguments));
  } catch (error) {
    const code = identityProblem(error);
    if (code) return { ok: false, status: statusOfProblem[code] ?? 0, error: problemText(code) };
    // An unmapped error code from Firebase means that Firebase itself failed.
    return isFirebaseError(error)
      ? { ok: false, status: 503, error: problemText('identity-unreachable') }
      : { ok: false, status: 0, error: problemText('application-error') };
  }
}

/** The status that the API uses for a problem. */
const statusOfProblem: Partial<Record<ScreenCode, number>> = {
  'account-disabled': 401,
  'session-ended': 401,
  'too-many-attempts': 429,
};

/**
 * Sends a request with the ID token of the signed-in user. The token is undefined for a visitor. After a 401 the request is
 * sent once more with a new token. If the sign-in is too old for the call, the user types the password and the request is sent
 * again. Rejects if Firebase returns no token.
 */
export async function withIdToken<Answer extends { readonly status: number; readonly headers?: Headers }>(
  send: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (!config.identity) return send(undefined);
  const { readUser } = await loadChunk(import('../identity.ts'));
  const user = await readUser();
  const answer = await send(await user?.getIdToken());
  if (answer.status !== 401 || !user) return answer;
  if (!needsFreshSignIn(answer)) return send(await user.getIdToken(true));
  if (!(await askForPassword())) return answer;
  const freshUser = await readUser();
  // Another tab may have signed in somebody else.
  return freshUser?.uid === user.uid ? send(await freshUser.getIdToken()) : answer;
}

/** The service credentials that the user typed. They stay only in this page's memory. */
let serviceCredentials: ServiceCredentials | null = null;

/** Uses these credentials for calls of the user-profile service until the user leaves the page. */
export function setServiceCredentials(credentials: ServiceCredentials): void {
  serviceCredentials = credentials;
}

/** Clears the credentials. `refused` are credentials that the API refused: credentials typed since then stay. */
export function clearServiceCredentials(refused = serviceCredentials): void {
  if (refused === serviceCredentials) serviceCredentials = null;
}

/** Returns the service name of the credentials, or null. */
export function serviceName(): string | null {
  return serviceCredentials?.name ?? null;
}

/** Returns the credentials for a path of the user-profile service. Undefined for any other path. */
export function serviceCredentialsFor(path: string): ServiceCredentials | undefined {
  return serviceCredentials && /^(\/api)?\/user-profiles(?=[/?]|$)/.test(path)
    ? serviceCredentials
    : undefined;
}
