import { and, desc, eq, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { emailAddress } from '../../../shared/schemas/text.ts';
import type { Context } from '../../context.ts';
import { userProfiles } from '../../db/schema/user-profiles.ts';
import { oneProfile } from './one-profile.ts';
import type { StoredProfile } from './profile.ts';
import { withinReach } from './reach.ts';

/**
 * The profile with this email, whatever its case, and the newest of several: anybody's for an admin or the service,
 * else the caller's. Throws `profile-not-found`, also for a text that is no email.
 */
export const findByEmail = async (context: Context, text: string): Promise<StoredProfile> => {
  const own = withinReach(context.actor);
  const address = emailAddress.safeParse(text.trim()).data;
  if (address === undefined) throw problem('profile-not-found');
  return oneProfile(
    context,
    and(own, eq(sql`lower(${userProfiles.email})`, sql`lower(${address})`)),
    desc(userProfiles.createdAt),
    desc(userProfiles.id),
  );
};
