import { problem } from '../../../shared/problems.ts';
import type { Role } from '../../../shared/roles.ts';

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

/** The state of an account at Firebase. */
export interface AccountState {
  /** In the spelling of Firebase. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly isDisabled: boolean;
  /** The earliest sign-in that the account still accepts, to the second. */
  readonly sessionsValidFrom: Date;
}

/** Changes of accounts at Firebase. Every call throws `service-unavailable` if Firebase does not answer. */
export interface AccountChanges {
  /** Returns the uid of the account with this email and password, or null. Throws `too-many-requests`. */
  checkPassword(email: string, password: string): Promise<string | null>;
  /** Returns an account. Null without such an account, and for one without an email. */
  findAccount(uid: string): Promise<AccountState | null>;
  /** Returns true if the account asks for a second factor at sign-in. */
  hasSecondFactor(uid: string): Promise<boolean>;
  /** Sets the password and ends all sessions. Throws `password-refused` for a password that Firebase finds too weak. */
  setPassword(uid: string, password: string): Promise<void>;
  /** Sets the email, and the password if given, and ends all sessions. Returns false if another account has this email. */
  setEmail(uid: string, email: string, isConfirmed: boolean, password?: string): Promise<boolean>;
  /**
   * Creates an account with a confirmed email and the uid of a deleted account. Returns false if another account has this email or
   * this uid.
   */
  createAccount(uid: string, email: string, password: string): Promise<boolean>;
  /** Deletes the account with this email, unless its email is confirmed or it has the uid `except`. */
  deleteUnconfirmedAccount(email: string, except: string): Promise<void>;
  /** Removes all second factors of an account. */
  removeSecondFactors(uid: string): Promise<void>;
  /** Revokes all refresh tokens of an account, and its ID tokens at our API. A missing account has no sessions. */
  endSessions(uid: string): Promise<void>;
  /** Deletes an account. Does nothing if the account is gone. */
  deleteAccount(uid: string): Promise<void>;
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
