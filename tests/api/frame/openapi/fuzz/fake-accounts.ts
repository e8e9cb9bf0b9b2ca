import type { Identity, IdentityUser } from '../../../../../src/server/frame/context/identity.ts';
import type { Role } from '../../../../../src/shared/roles.ts';
import { emulatedIdentity } from '../../../harness.ts';
import { tokens } from './headers.ts';

function fakeAccount(name: string, role: Role | null = null): IdentityUser {
  return {
    uid: `fuzz-${name}`,
    email: `fuzz-${name}@mail.example`,
    emailVerified: true,
    role,
    hasFreshSignIn: true,
    hasSecondFactor: false,
    signedInAt: new Date(),
    sessionsValidFrom: new Date(0),
  };
}

/** The Firebase account of each token. */
export const fakeAccounts = {
  [tokens.admin]: fakeAccount('admin', 'admin'),
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
