import { problem } from '../../shared/problems.ts';

/** Who a verified ID token speaks for. */
export interface IdentityUser {
  readonly uid: string;
  /** Null without one, and for one that is not ASCII alone: no affiliate’s record has such an address. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly admin: boolean;
}

/** What the API asks of the identity provider. Every call throws `service-unavailable` when it cannot be asked. */
export interface Identity {
  /** Throws `auth-not-configured` where no provider is configured, so that calls fail closed. */
  assertConfigured(): void;
  /**
   * Returns the user behind an ID token. Returns null for a token that is not good or was revoked, and for an account
   * that is disabled or deleted. `admin` is true where token and account both say so.
   */
  verifyToken(token: string): Promise<IdentityUser | null>;
  /** Returns the uid of the account that has confirmed this email address; null for none. */
  findConfirmedAccount(email: string): Promise<string | null>;
  /**
   * The account that the one-time code of a password reset mail belongs to, or null for one that is wrong,
   * used or expired. Leaves the code unused. Throws `too-many-requests` when the provider says so.
   */
  checkResetCode(code: string): Promise<{ readonly email: string } | null>;
  /**
   * Sets the password of the code's account and uses the code up; false, with nothing changed, for a code
   * as above. Throws `password-refused` for one that the provider finds too weak, and `too-many-requests`.
   */
  resetPassword(code: string, newPassword: string): Promise<boolean>;
}

const refuse = (): Promise<never> => Promise.reject(problem('auth-not-configured'));

/** Where authentication is not configured every call that needs an identity is refused: it fails closed. */
export const unconfiguredIdentity: Identity = {
  assertConfigured: () => {
    throw problem('auth-not-configured');
  },
  verifyToken: refuse,
  findConfirmedAccount: () => Promise.resolve(null),
  checkResetCode: refuse,
  resetPassword: refuse,
};
