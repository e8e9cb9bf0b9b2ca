import type { ScreenCode } from '../../shared/problems/screens.ts';

/** The provider's codes that have words of their own on every screen. */
const everywhere: Readonly<Record<string, ScreenCode>> = {
  'auth/network-request-failed': 'identity-unreachable',
  'auth/timeout': 'identity-unreachable',
  'auth/too-many-requests': 'too-many-attempts',
  'auth/quota-exceeded': 'too-many-attempts',
  'auth/user-disabled': 'account-disabled',
  'auth/user-token-expired': 'session-ended',
  'auth/invalid-user-token': 'session-ended',
  'auth/invalid-refresh-token': 'session-ended',
  'auth/requires-recent-login': 'session-ended',
};

/** The provider's code of an error; empty for any other. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the identity provider's client threw it, and not a mistake of ours. */
export const isOfProvider = (error: unknown): boolean => codeOf(error).startsWith('auth/');

/** The catalogue's row for what the identity provider's client threw, where it has words of its own. */
export const identityProblem = (error: unknown): ScreenCode | undefined => everywhere[codeOf(error)];
