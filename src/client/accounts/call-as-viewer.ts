import { type ApiAnswer, type ApiCall, callApi } from '../api.ts';
import { config } from '../config.ts';
import { problemText } from '../../shared/problems.ts';
import { identityProblem } from './identity-problem.ts';
import { credentialsFor, forgetCredentials } from './service-credentials.ts';

/** The ID token of who is signed in, refreshed where it has to be, or because `anew`; undefined for nobody. */
export const tokenOfViewer = async (anew = false): Promise<string | undefined> => {
  if (!config.identity) return undefined;
  const { knownUser } = await import('../identity.ts');
  return (await knownUser())?.getIdToken(anew);
};

/**
 * Calls the API as whoever is signed in, or with the service credentials that were typed for the called
 * service; refused ones are forgotten. A token that the API refuses is replaced once; where the provider gives
 * none, the answer is its problem's text with status 401, or 0 when it cannot be reached.
 */
export const callAsViewer = async (
  method: string,
  path: string,
  call: Omit<ApiCall, 'token' | 'credentials'> = {},
): Promise<ApiAnswer> => {
  const credentials = credentialsFor(path);
  if (credentials) {
    const answer = await callApi(method, path, { ...call, credentials });
    if (answer.status === 401) forgetCredentials();
    return answer;
  }
  if (!config.identity) return callApi(method, path, call);
  try {
    const { knownUser } = await import('../identity.ts');
    const user = await knownUser();
    const answer = await callApi(method, path, { ...call, token: await user?.getIdToken() });
    if (answer.status !== 401 || !user) return answer;
    return await callApi(method, path, { ...call, token: await user.getIdToken(true) });
  } catch (error) {
    const code = identityProblem(error) ?? 'sign-in-required';
    return { ok: false, status: code === 'identity-unreachable' ? 0 : 401, error: problemText(code) };
  }
};
