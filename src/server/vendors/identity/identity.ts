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
   * The user behind an ID token, or null for a token that is not good. With `checkRecord`, and whenever the
   * token claims an admin, the provider is asked for the user's record: null where the token was revoked or
   * the user is disabled or gone, and `admin` only where the record says so too.
   */
  verifyToken(token: string, options: { readonly checkRecord: boolean }): Promise<IdentityUser | null>;
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
