import { and, eq, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { problem } from '../../shared/problems.ts';
import { isProfileUserId } from '../../shared/schemas/profile.ts';
import type { Context } from '../context.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { oneProfile } from './one-profile.ts';
import type { StoredProfile } from './profile.ts';
import { withinReach } from './reach.ts';

const recordId = z.uuid();

/**
 * The profile with this user id, else with this id of its own: anybody's for an admin or the service, else the
 * caller's. Throws `profile-not-found` for a missing one and for somebody else's.
 */
export const findProfile = async (context: Context, id: string): Promise<StoredProfile> => {
  const own = withinReach(context.actor);
  if (!isProfileUserId(id)) throw problem('profile-not-found');
  const byRecord = recordId.safeParse(id).success ? eq(userProfiles.id, id) : undefined;
  return oneProfile(
    context,
    and(own, or(eq(userProfiles.userId, id), byRecord)),
    sql`${userProfiles.userId} = ${id} desc`,
  );
};
