import { openOnce } from '../../shared/open-once.ts';
import type { FirebaseSettings } from './firebase-auth.ts';
import type { Identity } from './identity.ts';

/** Firebase Authentication. What a question takes is loaded with the first that asks it: firebase-admin for a token. */
export const createFirebaseIdentity = (settings: FirebaseSettings): Identity => {
  const verifier = openOnce(async () => (await import('./verify-token.ts')).createVerifier(settings));
  const finder = openOnce(async () =>
    (await import('./find-confirmed-account.ts')).createAccountFinder(settings),
  );
  const resetCodes = openOnce(async () => (await import('./reset-codes.ts')).createResetCodes(settings));
  return {
    assertConfigured: () => undefined,
    verifyToken: async (token) => (await verifier())(token),
    findConfirmedAccount: async (email) => (await finder())(email),
    checkResetCode: async (code) => (await resetCodes()).checkResetCode(code),
    resetPassword: async (code, newPassword) => (await resetCodes()).resetPassword(code, newPassword),
  };
};
