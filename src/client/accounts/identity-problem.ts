import type { ScreenCode } from '../../shared/problem-texts/common.ts';

/** Codes of Firebase, and the code of `loadChunk`, that have a text on every screen. */
const commonCodes: Readonly<Record<string, ScreenCode>> = {
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

/** Returns the catalog's code for an error of Firebase or `loadChunk`, or undefined if it has no text of its own. */
export function identityProblem(error: unknown): ScreenCode | undefined {
  return commonCodes[errorCode(error)];
}

/** Returns the code of an error of Firebase or `loadChunk`. Empty for any other error. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** True if Firebase threw the error, and not our own code. */
export function isFirebaseError(error: unknown): boolean {
  return errorCode(error).startsWith('auth/');
}
