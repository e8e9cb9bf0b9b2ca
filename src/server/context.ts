import type { Database } from './db/database.ts';
import type { Identity, IdentityUser } from './firebase/identity.ts';
import type { PayPal } from './paypal/paypal.ts';

/** Who makes the call: nobody known, the user behind a verified token, or a machine with the service's credentials. */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'service' }
  | ({ readonly kind: 'user' } & IdentityUser);

/** Whether the caller is known as an admin. */
export const isAdmin = (actor: Actor): boolean => actor.kind === 'user' && actor.admin;

/** True if an email, in any letter case, is that of the caller's account. */
export function isOwnAddress(actor: Actor, email: string): actor is Extract<Actor, { kind: 'user' }> {
  return actor.kind === 'user' && actor.email?.toLowerCase() === email.toLowerCase();
}

/** Whom the books and the log name: the account's id, else what kind of caller it is. */
export const actorId = (actor: Actor): string => (actor.kind === 'user' ? actor.uid : actor.kind);

/** The name and the secret that machines call the user-profile service with. */
export interface ServiceCredentials {
  readonly name: string;
  readonly secret: string;
}

/** The settings that rules depend on. */
export interface Settings {
  /** The merchant account that every order must pay. */
  readonly merchantId: string;
  /** PayPal's billing plan of the annual subscription. */
  readonly annualPlanId: string;
  /** Null: no credentials are ever right. */
  readonly service: ServiceCredentials | null;
  /** True while no scheduled run closes a month. */
  readonly isMonthClosePaused?: boolean;
}

/** What a domain verb works with; passed explicitly, so that rules read no clock and no environment. */
export interface Context {
  readonly db: Database;
  readonly paypal: PayPal;
  readonly identity: Identity;
  readonly settings: Settings;
  readonly actor: Actor;
  /** The network address that the call comes from, as the platform says; empty where it says none. */
  readonly address: string;
  readonly now: Date;
  readonly requestId: string;
}

/** What every context of a server has in common; `now` is the clock. */
export type Services = Pick<Context, 'db' | 'paypal' | 'identity' | 'settings'> & {
  readonly now: () => Date;
};

/** The context of a call, or of a piece of work, that begins now and is nobody's yet. */
export const newContext = (
  { db, paypal, identity, settings, now }: Services,
  requestId: string,
  address = '',
): Context => ({
  db,
  paypal,
  identity,
  settings,
  actor: { kind: 'anonymous' },
  address,
  now: now(),
  requestId,
});
