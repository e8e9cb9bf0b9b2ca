import type { ScreenCode } from '../../shared/problems.ts';

/** The provider's codes that have words of their own on every screen. */
const everywhere: Readonly<Record<string, ScreenCode>> = {
  'auth/network-request-failed': 'identity-unreachable',
  'auth/timeout': 'identity-unreachable',
  'auth/too-many-requests': 'too-many-attempts',
  'auth/quota-exceeded': 'too-many-attempts',
  'auth/user-disabled': 'account-disabled',
  'auth/user-token-expired': 'session-ended',
  'auth/requires-recent-login': 'session-ended',
};

/** What only a new account can meet. */
const atSignUp: Readonly<Record<string, ScreenCode>> = {
  'auth/email-already-in-use': 'account-exists',
  'auth/weak-password': 'password-weak',
  'auth/password-does-not-meet-requirements': 'password-weak',
  'auth/invalid-email': 'email-invalid',
  'auth/missing-email': 'email-required',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the identity provider's client threw it, and not a mistake of ours. */
export const isOfProvider = (error: unknown): boolean => codeOf(error).startsWith('auth/');

/** The catalogue's row for what the identity provider's client threw, where it has words of its own. */
export const identityProblem = (error: unknown): ScreenCode | undefined => everywhere[codeOf(error)];

/** The same for a sign-up. */
export const signUpProblem = (error: unknown): ScreenCode | undefined =>
  identityProblem(error) ?? atSignUp[codeOf(error)];

/** What the provider itself says of an error without words of ours; empty for any other error. */
export const providerWords = (error: unknown): string => {
  const words = codeOf(error)
    .replace(/^auth\//, '')
    .replaceAll('-', ' ');
  return words && `The sign-in service says: ${words}.`;
};
