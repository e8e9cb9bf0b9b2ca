import { and, desc, eq, sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import { emailAddress } from '../../shared/schemas/text.ts';
import type { Context } from '../context.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { profileObject, type StoredProfile } from './profile.ts';
import { withinReach } from './reach.ts';

/**
 * Returns the profile with this email, whatever its case: any for an admin or the service, else the caller's own. Of several
 * profiles it is the one of the account that confirmed the address. Throws `profile-not-found`, also for a text that is
 * no email, and `profile-email-ambiguous` with the user ids if none of several belongs to that account.
 */
export const findByEmail = async (context: Context, text: string): Promise<StoredProfile> => {
  const isReachable = withinReach(context.actor);
  const address = emailAddress.safeParse(text.trim()).data;
  if (address === undefined) throw problem('profile-not-found');
  const found = await context.db
    .select({
      profile: profileObject(sql`user_profiles`),
      version: userProfiles.version,
      userId: userProfiles.userId,
    })
    .from(userProfiles)
    .where(and(isReachable, eq(sql`lower(${userProfiles.email})`, sql`lower(${address})`)))
    .orderBy(desc(userProfiles.createdAt), desc(userProfiles.id));
  const [first] = found;
  if (!first) throw problem('profile-not-found');
  if (found.length === 1) return first;
  const account = await context.identity.findConfirmedAccount(address);
  const confirmed = found.find(({ userId }) => userId === account);
  if (confirmed) return confirmed;
  throw problem('profile-email-ambiguous', {
    fields: found.map(({ userId }) => ({ field: 'userId', message: userId })),
  });
};
