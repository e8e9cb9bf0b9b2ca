import { eq, type SQL } from 'drizzle-orm';
import { fieldProblem, problem } from '../../shared/problems.ts';
import { type Actor, isAdmin } from '../context.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { isOwnAddress } from '../affiliates/own-address.ts';

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
