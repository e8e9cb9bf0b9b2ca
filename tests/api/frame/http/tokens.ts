import type { FakeFirebase, FirebaseUser } from '../../fake-firebase.ts';
import { newEmail, unique } from '../../factories.ts';

export interface User {
  readonly uid: string;
  readonly email: string;
}

/** Returns seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1_000);
}

/** Creates users at a Firebase stand-in, and their tokens for a project. */
export function createTokens(firebase: FakeFirebase, projectId: string) {
  const header = () => ({ alg: 'RS256', kid: firebase.kid, typ: 'JWT' });
  const claimsOf = ({ uid, email }: User) => ({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    user_id: uid,
    email,
    email_verified: true,
    auth_time: now() - 10,
    iat: now() - 10,
    exp: now() + 3_590,
  });
  return {
    projectId,
    certificate: firebase.certificate,
    sign: firebase.signToken,
    header,
    claimsOf,
    newUser: (record: Partial<FirebaseUser> = {}): User => {
      const [uid, email] = [`u${unique()}`, newEmail('token')];
      firebase.users.set(uid, { localId: uid, email, ...record });
      return { uid, email };
    },
    /** Creates a signed token with changed claims. */
    good: (user: User, changes: object = {}) =>
      firebase.signToken(header(), { ...claimsOf(user), ...changes }),
  };
}

export type Tokens = ReturnType<typeof createTokens>;
