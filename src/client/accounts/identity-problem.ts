import type { ScreenCode } from '../../shared/problems/screens.ts';

/** The codes that have words of their own on every screen: the provider's, and `fetched`'s. */
const everywhere: Readonly<Record<string, ScreenCode>> = {
  'part-missing': 'part-missing',
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

/** The code of an error of the provider's or of `fetched`; empty for any other. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the identity provider's client threw it, and not a mistake of ours. */
export const isOfProvider = (error: unknown): boolean => codeOf(error).startsWith('auth/');

/** The catalogue's row for what the identity provider's client or `fetched` threw, where it has words of its own. */
export const identityProblem = (error: unknown): ScreenCode | undefined => everywhere[codeOf(error)];
