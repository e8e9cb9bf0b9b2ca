import { type ApiAnswer, callApi, problemCode } from '../api.ts';
import { loadChunk } from '../load-chunk.ts';
import { errorCode } from './identity-problem.ts';
import { removeToken } from './reset-query.ts';

/** The text of a server error that helps the user. */
export interface ServerProblem {
  readonly text: string;
  /** True if another try may help. */
  readonly isTemporary: boolean;
}

/** Returns the text of a refusal. An internal error and a lost answer have no text that would help the user. */
function serverProblem({ status, data, error }: ApiAnswer): ServerProblem | null {
  return error === undefined || status < 400 || status === 500
    ? null
    : { text: error, isTemporary: problemCode(data) !== 'auth-not-configured' };
}

/** The result of validating a token. `failed` means that the server could not validate it. */
export type TokenState =
  | { readonly kind: 'valid'; readonly email: string }
  | { readonly kind: 'invalid'; readonly error: string | undefined }
  | { readonly kind: 'failed'; readonly problem: ServerProblem | null };

/** Validates a token on the server, and returns the account's email. */
export async function validateToken(token: string): Promise<TokenState> {
  const answer = await callApi('GET /api/auth/validate-reset-token/:token', { params: { token } });
  if (!answer.ok) return { kind: 'failed', problem: serverProblem(answer) };
  const { email, error } = answer.data;
  return email ? { kind: 'valid', email } : { kind: 'invalid', error: error ?? undefined };
}

/** The result of setting a new password. `dead` means that the token is no longer valid; `error` is the server's text. */
export type ResetOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'dead' | 'failed'; readonly error: string | undefined };

/** Sets the new password. */
export async function resetPassword(token: string, newPassword: string): Promise<ResetOutcome> {
  const answer = await callApi('POST /api/auth/reset-password', { body: { token, newPassword } });
  if (answer.ok) {
    removeToken();
    return { kind: 'done' };
  }
  const isDead = problemCode(answer.data) === 'reset-link-invalid';
  return { kind: isDead ? 'dead' : 'failed', error: answer.error };
}

/** Firebase's codes that would reveal whether an address has an account. */
const hiddenCodes = new Set(['auth/user-not-found', 'auth/invalid-email', 'auth/invalid-recipient-email']);

/**
 * Asks Firebase to send the email that resets a password. Does not reveal whether the address has an account. Rejects with
 * Firebase's other errors.
 */
export async function requestReset(email: string): Promise<void> {
  const { sendReset } = await loadChunk(import('../identity.ts'));
  try {
    await sendReset(email);
  } catch (error) {
    if (!hiddenCodes.has(errorCode(error))) throw error;
  }
}
