import type { Database } from './database.ts';
import { hasRole, type Role, type ServiceCredentials } from '../../../shared/roles.ts';
import type { BuiltTerms } from './built-terms.ts';
import type { Identity, IdentityUser } from './identity.ts';
import type { PayPal } from './paypal.ts';

/**
 * The caller:
 *
 * - `anonymous`: an unknown caller
 * - `service`: a machine with the service credentials
 * - `paypal`: PayPal's report of transactions
 * - `operator`: somebody who runs a command on the server
 * - `schedule`: a scheduled job
 * - `buyer`: a buyer who has proved an address on the page with their purchases
 * - `user`: the user of a verified token
 */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'service' }
  | { readonly kind: 'paypal' }
  | { readonly kind: 'operator' }
  | { readonly kind: 'schedule' }
  | { readonly kind: 'buyer'; readonly email: string }
  | ({
      readonly kind: 'user';
      /** True if the account's role does not count, because the sign-in had no second factor and the settings require one. */
      readonly lacksSecondFactor?: boolean;
    } & IdentityUser);

/** True if the caller has this role or a higher one. */
export function hasStaffRole(actor: Actor, role: Role): boolean {
  return actor.kind === 'user' && hasRole(actor.role, role);
}

/** True if the caller's account has a role that does not count, because the sign-in had no second factor. */
export function lacksSecondFactor(actor: Actor): boolean {
  return actor.kind === 'user' && actor.lacksSecondFactor === true;
}

/** True if an email, in any letter case, is that of the caller's account. */
export function isOwnAddress(actor: Actor, email: string): actor is Extract<Actor, { kind: 'user' }> {
  return actor.kind === 'user' && actor.email?.toLowerCase() === email.toLowerCase();
}

/** True if the caller's account has exactly this email, or none. Protects against a page that shows another account. */
export function isOwnAccount(actor: Actor, email: string | null): actor is Extract<Actor, { kind: 'user' }> {
  return actor.kind === 'user' && actor.email === email;
}

/** Returns the caller's name for the audit log: the id of the account, or the kind of a caller without one. */
export function actorId(actor: Actor): string {
  return actor.kind === 'user' ? actor.uid : actor.kind;
}

/** Settings that the rules need. */
export interface Settings {
  /** The PayPal account that every order must pay. */
  readonly merchantId: string;
  /** PayPal's billing plan of the annual subscription. */
  readonly annualPlanId: string;
  /** The private key that signs licenses: PKCS #8 (DER) in base64. */
  readonly licenseKey: string;
  /** Null refuses all credentials. */
  readonly service: ServiceCredentials | null;
  /** Signs the tokens of links in mails. Null while mail is not configured: then no token can be checked. */
  readonly mailLinkSecret: string | null;
  /** Verifies the mail service's reports of bounces and complaints. Null while it is not configured: then none can be checked. */
  readonly mailWebhookSecret: string | null;
  /** True if a role counts only after a sign-in with a second factor. */
  readonly isSecondFactorRequired?: boolean;
  /** The address of the look-up of leaked passwords. Without it every password counts as not leaked. */
  readonly leakedPasswordsUrl?: string;
  /** True while no scheduled run closes a month. */
  readonly isMonthClosePaused?: boolean;
  /** True outside the local stack. An invented seller sends no letters then. */
  readonly isProduction?: boolean;
}

/** Everything that a rule needs. It is passed explicitly, so that rules read neither the clock nor the environment. */
export interface Context {
  readonly db: Database;
  readonly paypal: PayPal;
  readonly identity: Identity;
  readonly settings: Settings;
  /** Reads the terms of this build. */
  readonly terms: () => Promise<BuiltTerms>;
  readonly actor: Actor;
  /** The caller's network: see `toNetwork`. Empty if it is unknown. */
  readonly network: string;
  readonly now: Date;
  readonly requestId: string;
}

/** The services of a context, and the clock. */
export type ContextServices = Pick<Context, 'db' | 'paypal' | 'identity' | 'settings' | 'terms'> & {
  readonly now: () => Date;
};

/** Creates the context of a request or a job that begins now. Its caller is unknown. */
export function newContext(
  { db, paypal, identity, settings, terms, now }: ContextServices,
  requestId: string,
  network = '',
): Context {
  const actor = { kind: 'anonymous' } as const;
  return { db, paypal, identity, settings, terms, actor, network, now: now(), requestId };
}
