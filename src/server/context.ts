import type { Database } from './db/database.ts';
import type { Identity, IdentityUser } from './vendors/identity/identity.ts';
import type { Payments } from './vendors/payments/payments.ts';

/** Who makes the call: nobody known, or the user behind a verified token. */
export type Actor = { readonly kind: 'anonymous' } | ({ readonly kind: 'user' } & IdentityUser);

/** Whether the caller is known as an admin. */
export const isAdmin = (actor: Actor): boolean => actor.kind === 'user' && actor.admin;

/** The settings that rules depend on. */
export interface Settings {
  /** The merchant account that every order must pay. */
  readonly merchantId: string;
  /** The provider's billing plan behind the annual subscription. */
  readonly annualPlanId: string;
}

/** What a domain verb works with; passed explicitly, so that rules read no clock and no environment. */
export interface Context {
  readonly db: Database;
  readonly payments: Payments;
  readonly identity: Identity;
  readonly settings: Settings;
  readonly actor: Actor;
  readonly now: Date;
  readonly requestId: string;
}
