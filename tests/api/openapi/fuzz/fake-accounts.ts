import type { Identity, IdentityUser } from '../../../../src/server/firebase/identity.ts';
import { emulatedIdentity } from '../../harness.ts';
import { tokens } from './headers.ts';

function fakeAccount(name: string, admin = false): IdentityUser {
  return {
    uid: `fuzz-${name}`,
    email: `fuzz-${name}@mail.example`,
    emailVerified: true,
    admin,
    hasFreshSignIn: true,
  };
}

/** The Firebase account of each token. */
export const fakeAccounts = {
  [tokens.admin]: fakeAccount('admin', true),
  [tokens.affiliate]: fakeAccount('affiliate'),
  [tokens.applicant]: fakeAccount('applicant'),
} as const;

/**
 * Returns an identity that accepts the tokens of the fake accounts without a request, so that thousands of calls stay fast.
 * Other tokens go to the Firebase emulator.
 */
export function identityWithFakeAccounts(): Identity {
  const accountsByToken = new Map<string, IdentityUser>(Object.entries(fakeAccounts));
  const emulated = emulatedIdentity();
  return {
    ...emulated,
    verifyToken: async (token) => accountsByToken.get(token) ?? emulated.verifyToken(token),
  };
}
