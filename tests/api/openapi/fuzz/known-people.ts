import type { Identity, IdentityUser } from '../../../../src/server/firebase/identity.ts';
import { emulatedIdentity } from '../../harness.ts';
import { tokens } from './headers.ts';

const person = (name: string, admin = false): IdentityUser => ({
  uid: `fuzz-${name}`,
  email: `fuzz-${name}@mail.example`,
  emailVerified: true,
  admin,
});

/** Who is behind the tokens. */
export const people = {
  [tokens.admin]: person('admin', true),
  [tokens.affiliate]: person('affiliate'),
  [tokens.applicant]: person('applicant'),
} as const;

const known = new Map<string, IdentityUser>(Object.entries(people));

/** The emulated provider, which knows some people without being asked: thousands of calls of theirs take no time. */
export const knownPeople = (): Identity => {
  const emulated = emulatedIdentity();
  return {
    ...emulated,
    verifyToken: async (token) => known.get(token) ?? emulated.verifyToken(token),
  };
};
