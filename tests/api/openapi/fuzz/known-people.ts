import type { Identity, IdentityUser } from '../../../../src/server/firebase/identity.ts';
import { emulatedIdentity } from '../../harness.ts';
import { tokens } from './headers.ts';

function person(name: string, admin = false): IdentityUser {
  return {
    uid: `fuzz-${name}`,
    email: `fuzz-${name}@mail.example`,
    emailVerified: true,
    admin,
  };
}

/** The users of the tokens. */
export const people = {
  [tokens.admin]: person('admin', true),
  [tokens.affiliate]: person('affiliate'),
  [tokens.applicant]: person('applicant'),
} as const;

const known = new Map<string, IdentityUser>(Object.entries(people));

/** The emulated Firebase with cached users, so that thousands of their calls take no time. */
export function knownPeople(): Identity {
  const emulated = emulatedIdentity();
  return {
    ...emulated,
    verifyToken: async (token) => known.get(token) ?? emulated.verifyToken(token),
  };
}
