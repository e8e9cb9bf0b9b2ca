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

/** What a link of Firebase's mails does besides resetting a password. */
const addressModes = ['verifyEmail', 'recoverEmail', 'verifyAndChangeEmail'] as const;

export type AddressMode = (typeof addressModes)[number];

/** Returns what the link that opened the page does to an address; null for a link that resets a password. */
export function addressMode(): AddressMode | null {
  const mode = readQuery().get('mode');
  return addressModes.find((known) => known === mode) ?? null;
}

/** Returns the token that the page was opened with, also after a reload; null without one. */
export function readToken(): string | null {
  const query = readQuery();
  return tokenParameters.map((name) => query.get(name)).find(Boolean) ?? null;
}

/** Forgets a token that is used up, so that a reload does not try it again. */
function forgetToken(): void {
  history.replaceState(null, '', location.pathname);
}

/** The page that sets a new password with this token. */
export const newPasswordPath = (token: string): string =>
  `/set-new-password?${new URLSearchParams({ token }).toString()}`;

/** Why the server could not do what it was asked, where it says more than that. */
export interface ServerProblem {
  readonly text: string;
  /** Whether another try may help. */
  readonly passes: boolean;
}

/** An error of the server's own, or none at all, has no words that would help. */
const problemOf = ({ status, data, error }: ApiAnswer): ServerProblem | null =>
  error === undefined || status < 400 || status === 500
    ? null
    : { text: error, passes: codeIn(data) !== 'auth-not-configured' };

/** What the server says of a token; `failed` when it could not look. */
export type TokenState =
  | { readonly kind: 'valid'; readonly email: string }
  | { readonly kind: 'invalid'; readonly error: string | undefined }
  | { readonly kind: 'failed'; readonly problem: ServerProblem | null };

/** Asks the server whether a token is good, and whose account it is for. */
export const validateToken = async (token: string): Promise<TokenState> => {
  const answer = await callApi('GET /api/auth/validate-reset-token/:token', { params: { token } });
  if (!answer.ok) return { kind: 'failed', problem: problemOf(answer) };
  const { email, error } = answer.data;
  return email ? { kind: 'valid', email } : { kind: 'invalid', error: error ?? undefined };
};

/** What setting a new password came to; `dead` when the token is no longer good, `error` in the server's words. */
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

/** The provider's codes that would tell whether an address has an account, or that it is none. */
const unsaid = new Set(['auth/user-not-found', 'auth/invalid-email', 'auth/invalid-recipient-email']);

/**
 * Asks the provider for the mail that resets a password; a project that tells unknown addresses apart is not
 * repeated here. Rejects with the provider's other errors.
 */
export const requestReset = async (email: string): Promise<void> => {
  const { sendReset } = await fetched(import('../identity.ts'));
  try {
    await sendReset(email);
  } catch (error) {
    if (!unsaid.has(codeOf(error))) throw error;
  }
};
