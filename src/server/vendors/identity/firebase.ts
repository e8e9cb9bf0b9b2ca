import { createFirebaseAuth, type FirebaseSettings } from './firebase-auth.ts';
import type { Identity } from './identity.ts';
import { createResetCodes } from './reset-codes.ts';
import { verifyToken } from './verify-token.ts';

/** Firebase Authentication. firebase-admin is loaded by the first call that has a token to check. */
export const createFirebaseIdentity = (settings: FirebaseSettings): Identity => {
  const openAuth = createFirebaseAuth(settings);
  return {
    assertConfigured: () => undefined,
    verifyToken: (token, { checkRecord }) => verifyToken(openAuth, token, checkRecord),
    ...createResetCodes(settings),
  };
};
