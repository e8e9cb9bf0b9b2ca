import { eq, type SQL } from 'drizzle-orm';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import { type Actor, hasStaffRole, isOwnAddress } from '../../frame/context/context.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';

/** True for callers who may read every profile: people who run the shop, and machines of the service. */
function canReadAll(actor: Actor): boolean {
  return actor.kind === 'service' || hasStaffRole(actor, 'viewer');
}

/** True for callers who may change every profile: admins, and machines of the service. Only their changes are audited. */
export function canChangeAll(actor: Actor): boolean {
  return actor.kind === 'service' || hasStaffRole(actor, 'admin');
}

/** Throws `profile-not-found` for a caller who may not read every profile. */
export function assertCanReadAll(actor: Actor): void {
  if (!canReadAll(actor)) throw problem('profile-not-found');
}

/**
 * Throws `profile-not-found` if the caller may not change this user's profile, or `role-too-low` for a caller who may only read
 * it.
 */
export function assertCanChange(actor: Actor, userId: string): void {
  if (canChangeAll(actor) || (actor.kind === 'user' && actor.uid === userId)) return;
  throw problem(canReadAll(actor) ? 'role-too-low' : 'profile-not-found');
}

/**
 * SQL condition for the profiles that the caller may search. Undefined for access to every profile. Throws
 * `profile-not-found`.
 */
export function profileScope(actor: Actor): SQL | undefined {
  if (canReadAll(actor)) return undefined;
  if (actor.kind !== 'user') throw problem('profile-not-found');
  return eq(userProfiles.userId, actor.uid);
}

/**
 * Throws `profile-email-not-own` if a user saves an email other than the confirmed email of their account. Profiles are
 * looked up by email, so nobody may claim the email of somebody else. Admins and the service may save every email.
 */
export function assertOwnEmail(actor: Actor, email: string | null): void {
  if (email === null || canChangeAll(actor)) return;
  if (!isOwnAddress(actor, email) || !actor.emailVerified)
    throw fieldProblem('profile-email-not-own', 'email');
}
