import { type ApiAnswer, type ApiCall, callApi } from '../api.ts';
import { config } from '../config.ts';
import { type ScreenCode, problemText } from '../../shared/problems/screens.ts';
import { identityProblem, isOfProvider } from './identity-problem.ts';
import { credentialsFor, forgetCredentials } from './service-credentials.ts';
import { fetched } from '../fetched.ts';

/**
 * Asks with the ID token of who is signed in, and undefined for nobody. One that is refused with 401 is replaced once.
 * Rejects where the identity provider gives none.
 */
export const askAsViewer = async <Answer extends { readonly status: number }>(
  ask: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> => {
  if (!config.identity) return ask(undefined);
  const { knownUser } = await fetched(import('../identity.ts'));
  const user = await knownUser();
  const answer = await ask(await user?.getIdToken());
  return answer.status === 401 && user ? ask(await user.getIdToken(true)) : answer;
};

const statuses: Partial<Record<ScreenCode, number>> = {
  'account-disabled': 401,
  'session-ended': 401,
  'too-many-attempts': 429,
};

/**
 * Calls the API as whoever is signed in, or with the service credentials that were typed for the called
 * service; refused ones are forgotten. A token that the API refuses is replaced once; where the provider gives
 * none, the answer is its problem's text, with the status that the API would have for it, or 0 where it cannot be reached.
 */
export const callAsViewer = async (
  method: string,
  path: string,
  call: Omit<ApiCall, 'token' | 'credentials'> = {},
): Promise<ApiAnswer> => {
  const credentials = credentialsFor(path);
  if (credentials) {
    const answer = await callApi(method, path, { ...call, credentials });
    if (answer.status === 401) forgetCredentials(credentials);
    return answer;
  }
  try {
    return await askAsViewer((token) => callApi(method, path, { ...call, token }));
  } catch (error) {
    const known = identityProblem(error);
    if (known) return { ok: false, status: statuses[known] ?? 0, error: problemText(known) };
    // What it says in words of its own is trouble of its own.
    return isOfProvider(error)
      ? { ok: false, status: 503, error: problemText('identity-unreachable') }
      : { ok: false, status: 0, error: problemText('application-error') };
  }
};
