/** Who a verified ID token speaks for. */
export interface IdentityUser {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly admin: boolean;
}

/** What the API asks of the identity provider. */
export interface Identity {
  /** Throws `auth-not-configured` where no provider is configured, so that calls fail closed. */
  assertConfigured(): void;
  /**
   * The user behind an ID token, or null for a token that is not good. With `checkRevoked` the provider
   * is asked whether the token was revoked or the user disabled. Throws `auth-not-configured`, or
   * `service-unavailable` when the provider cannot be reached.
   */
  verifyToken(token: string, options: { readonly checkRevoked: boolean }): Promise<IdentityUser | null>;
}
