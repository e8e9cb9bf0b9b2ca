import { eq, sql, type SQL } from 'drizzle-orm';
import { fieldProblem, problem } from '../../shared/problems.ts';
import { type Actor, type Context, isAdmin } from '../context.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { isOwnAddress } from '../affiliates/find-affiliate.ts';
import { uuidv7 } from 'uuidv7';
import { auditRows } from '../audit/audit-rows.ts';

/** Whether the caller may do everything with everybody's profile: an admin, or a machine of the service. */
export const reachesAll = (actor: Actor): boolean => actor.kind === 'service' || isAdmin(actor);

/** Throws `profile-not-found`, as for a missing one, unless the caller may do everything. */
export const assertReachesAll = (actor: Actor): void => {
  if (!reachesAll(actor)) throw problem('profile-not-found');
};

/** Throws `profile-not-found`, without having looked, for the id of anybody but the caller, who may do everything or not. */
export const assertReach = (actor: Actor, userId: string): void => {
  if (actor.kind !== 'user' || actor.uid !== userId) assertReachesAll(actor);
};

/** The profiles that the caller may look for: undefined for all of them, else the own one. Throws `profile-not-found`. */
export const withinReach = (actor: Actor): SQL | undefined => {
  if (reachesAll(actor)) return undefined;
  if (actor.kind !== 'user') throw problem('profile-not-found');
  return eq(userProfiles.userId, actor.uid);
};

/**
 * Throws `profile-email-not-own` for a member's profile with an email that is not the confirmed address of their account,
 * since profiles are looked up by email. Admins and machines may write any.
 */
export function assertOwnEmail(actor: Actor, email: string | null): void {
  if (email === null || reachesAll(actor)) return;
  if (!isOwnAddress(actor, email) || !actor.emailVerified)
    throw fieldProblem('profile-email-not-own', 'email');
}

interface Change {
  readonly verb: 'create' | 'update' | 'delete';
  /** The changed row. */
  readonly row: SQL;
  readonly before?: SQL;
  readonly after?: SQL;
  /** What follows FROM, where it is more than the row. */
  readonly from?: SQL;
}

/**
 * A statement that appends a change to the audit log when an admin or the service makes it; put it into a WITH of
 * the change. What somebody does with the own profile is not logged.
 */
export const logChange = (context: Context, { verb, row, from = row, ...facts }: Change): SQL =>
  reachesAll(context.actor)
    ? auditRows(context, {
        id: sql`${uuidv7()}::uuid`,
        action: `user-profile.${verb}`,
        entity: 'user-profile',
        entityId: sql`${row}.id`,
        from,
        ...facts,
      })
    : sql`select from ${from}`;
