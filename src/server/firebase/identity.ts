import { problem } from '../../shared/problems.ts';
import type { Role } from '../../shared/roles.ts';
import type { AccountChanges } from './account-changes.ts';

/** The user of a verified ID token. */
export interface IdentityUser {
  readonly uid: string;
  /** Null for an account without an email, and for an email that is not plain ASCII. No affiliate has such an email. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** Null for a user who does not run the shop. */
  readonly role: Role | null;
  /** True if the user typed the password at most ten minutes ago (`limits.freshSignInMs`). */
  readonly hasFreshSignIn: boolean;
  /** True if the user signed in with a second factor, too. */
  readonly hasSecondFactor: boolean;
  /** When the user signed in, to the second. */
  readonly signedInAt: Date;
  /** The earliest sign-in that the account still accepts. */
  readonly sessionsValidFrom: Date;
}

/** The API's interface to Firebase Authentication. Every call throws `service-unavailable` if Firebase does not answer. */
export interface Identity {
  /** Throws `auth-not-configured` if Firebase is not configured, so that calls fail closed. */
  assertConfigured(): void;
  /**
   * Returns the user of an ID token. Returns null for an invalid or revoked token and for a disabled or deleted account.
   * The role is the lower one of those in the token and in the account.
   */
  verifyToken(token: string): Promise<IdentityUser | null>;
  /** Returns the uid of the account that confirmed this email; null without such an account. */
  findConfirmedAccount(email: string): Promise<string | null>;
  /**
   * Returns the account of a password reset code without using up the code. Returns null for a wrong, used or expired code.
   * Throws `too-many-requests`.
   */
  checkResetCode(code: string): Promise<{ readonly email: string } | null>;
  /**
   * Sets the password of a reset code's account and uses up the code. Returns the account, or null for a wrong, used or expired
   * code. Throws `password-refused` for a password that Firebase finds too weak, or `too-many-requests`.
   */
  resetPassword(code: string, newPassword: string): Promise<{ readonly email: string | null } | null>;
  readonly changes: AccountChanges;
}

/** The identity of a server without Firebase settings. Calls that need a user fail closed. */
export const unconfiguredIdentity: Identity = {
  assertConfigured: () => {
    throw problem('auth-not-configured');
  },
  verifyToken: rejectUnconfigured,
  findConfirmedAccount: () => Promise.resolve(null),
  checkResetCode: rejectUnconfigured,
  resetPassword: rejectUnconfigured,
  changes: {
    checkPassword: rejectUnconfigured,
    findAccount: rejectUnconfigured,
    hasSecondFactor: rejectUnconfigured,
    setPassword: rejectUnconfigured,
    setEmail: rejectUnconfigured,
    createAccount: rejectUnconfigured,
    deleteUnconfirmedAccount: rejectUnconfigured,
    removeSecondFactors: rejectUnconfigured,
    endSessions: rejectUnconfigured,
    deleteAccount: rejectUnconfigured,
  },
};

function rejectUnconfigured(): Promise<never> {
  return Promise.reject(problem('auth-not-configured'));
}
