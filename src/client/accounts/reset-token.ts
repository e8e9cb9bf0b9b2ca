import { type ApiAnswer, callApi, codeIn } from '../api.ts';
import { fetched } from '../fetched.ts';
import { codeOf } from './identity-problem.ts';
import { resetStateKey, tokenParameters } from './reset-query.ts';

function readQuery(): URLSearchParams {
  const state: unknown = history.state;
  const kept =
    typeof state === 'object' && state && resetStateKey in state ? String(state[resetStateKey]) : '';
  return new URLSearchParams(kept || location.search);
}

/** The modes of Firebase's mail links besides resetting a password. */
const addressModes = ['verifyEmail', 'recoverEmail', 'verifyAndChangeEmail'] as const;

export type AddressMode = (typeof addressModes)[number];

/** Returns the mode of the link that opened the page, or null for a link that resets a password. */
export function addressMode(): AddressMode | null {
  const mode = readQuery().get('mode');
  return addressModes.find((known) => known === mode) ?? null;
}

/** Returns the token that the page was opened with, also after a reload, or null. */
export function readToken(): string | null {
  const query = readQuery();
  return tokenParameters.map((name) => query.get(name)).find(Boolean) ?? null;
}

/** Forgets a used token, so that a reload does not try it again. */
function forgetToken(): void {
  history.replaceState(null, '', location.pathname);
}

/** Returns the address of the page that sets a new password with this token. */
export const newPasswordPath = (token: string): string =>
  `/set-new-password?${new URLSearchParams({ token }).toString()}`;

/** The text of a server error that tells the user more than that it failed. */
export interface ServerProblem {
  readonly text: string;
  /** True if another try may help. */
  readonly passes: boolean;
}

/** A server error, or no answer, has no text that would help the user. */
const problemOf = ({ status, data, error }: ApiAnswer): ServerProblem | null =>
  error === undefined || status < 400 || status === 500
    ? null
    : { text: error, passes: codeIn(data) !== 'auth-not-configured' };

/** The result of validating a token; `failed` if the server could not validate it. */
export type TokenState =
  | { readonly kind: 'valid'; readonly email: string }
  | { readonly kind: 'invalid'; readonly error: string | undefined }
  | { readonly kind: 'failed'; readonly problem: ServerProblem | null };

/** Validates a token on the server, and returns the account's email. */
export const validateToken = async (token: string): Promise<TokenState> => {
  const answer = await callApi('GET /api/auth/validate-reset-token/:token', { params: { token } });
  if (!answer.ok) return { kind: 'failed', problem: problemOf(answer) };
  const { email, error } = answer.data;
  return email ? { kind: 'valid', email } : { kind: 'invalid', error: error ?? undefined };
};

/** The result of setting a new password. `dead` means that the token is no longer valid; `error` is the server's text. */
export type ResetOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'dead' | 'failed'; readonly error: string | undefined };

/** Sets the new password. */
export const resetPassword = async (token: string, newPassword: string): Promise<ResetOutcome> => {
  const answer = await callApi('POST /api/auth/reset-password', { body: { token, newPassword } });
  if (answer.ok) {
    forgetToken();
    return { kind: 'done' };
  }
  const isDead = codeIn(answer.data) === 'reset-link-invalid';
  return { kind: isDead ? 'dead' : 'failed', error: answer.error };
};

/** Firebase's codes that would reveal whether an address has an account. */
const unsaid = new Set(['auth/user-not-found', 'auth/invalid-email', 'auth/invalid-recipient-email']);

/**
 * Has Firebase send the mail that resets a password. Does not reveal whether the address has an account. Rejects with Firebase's
 * other errors.
 */
export const requestReset = async (email: string): Promise<void> => {
  const { sendReset } = await fetched(import('../identity.ts'));
  try {
    await sendReset(email);
  } catch (error) {
    if (!unsaid.has(codeOf(error))) throw error;
  }
};
