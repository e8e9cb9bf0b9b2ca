import { problemText, type ScreenCode } from '../../shared/problems/screens.ts';
import {
  type AnswerOf,
  type ApiAnswer,
  callAs,
  type CallName,
  type SentArguments,
  type ServiceCredentials,
} from '../api.ts';
import { config } from '../config.ts';
import { fetched } from '../fetched.ts';
import { identityProblem, isOfProvider } from './identity-problem.ts';

/**
 * Makes a call as the signed-in user, or with the service credentials that were typed for the called service. Refused
 * credentials are forgotten. If Firebase gives no token, the answer is the text of Firebase's problem, with the status that
 * the API would have for it, or 0 if Firebase cannot be reached.
 */
export async function authFetch<Name extends CallName>(
  name: Name,
  ...sent: SentArguments<Name>
): Promise<ApiAnswer<AnswerOf<Name>>> {
  const credentials = credentialsFor(name.split(' ')[1] ?? '');
  if (credentials) {
    const answer = await callAs({ credentials }, name, ...sent);
    if (answer.status === 401) forgetCredentials(credentials);
    return answer;
  }
  try {
    return await withIdToken((token) => callAs({ token }, name, ...sent));
  } catch (error) {
    const known = identityProblem(error);
    if (known) return { ok: false, status: statuses[known] ?? 0, error: problemText(known) };
    // An unmapped error code from Firebase means that Firebase itself failed.
    return isOfProvider(error)
      ? { ok: false, status: 503, error: problemText('identity-unreachable') }
      : { ok: false, status: 0, error: problemText('application-error') };
  }
}

const statuses: Partial<Record<ScreenCode, number>> = {
  'account-disabled': 401,
  'session-ended': 401,
  'too-many-attempts': 429,
};

/**
 * Sends something with the ID token of the signed-in user, undefined for a visitor. A token that is refused with 401 is
 * replaced once. Rejects if Firebase gives no token.
 */
export async function withIdToken<Answer extends { readonly status: number }>(
  send: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (!config.identity) return send(undefined);
  const { knownUser } = await fetched(import('../identity.ts'));
  const user = await knownUser();
  const answer = await send(await user?.getIdToken());
  return answer.status === 401 && user ? send(await user.getIdToken(true)) : answer;
}

/** Service credentials, kept only in the memory of this page. */
let held: ServiceCredentials | null = null;

/** Makes the calls of the user-profile service use these credentials until the page is left. */
export const holdCredentials = (credentials: ServiceCredentials): void => {
  held = credentials;
};

/** Forgets the credentials, unless they were replaced since `refused` was sent. */
export const forgetCredentials = (refused = held): void => {
  if (refused === held) held = null;
};

/** The service name of the held credentials, or null. */
export const heldName = (): string | null => held?.name ?? null;

/** The held credentials, for calls of the user-profile service only. */
export const credentialsFor = (path: string): ServiceCredentials | undefined =>
  held && /^(\/api)?\/user-profiles(?=[/?]|$)/.test(path) ? held : undefined;
