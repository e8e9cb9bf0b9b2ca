import { withinReach } from './policy.ts';
import * as z from 'zod/mini';
import { and, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import { isProfileUserId } from '../../shared/schemas/profile.ts';
import { type Context } from '../context.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { profileObject, type StoredProfile } from './profile.ts';
import { emailAddress } from '../../shared/schemas/text.ts';

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

/** The first profile that a condition finds, in this order. One round trip. Throws `profile-not-found`. */
export const oneProfile = async (
  { db }: Pick<Context, 'db'>,
  where: SQL | undefined,
  ...order: readonly SQL[]
): Promise<StoredProfile> => {
  const [found] = await db
    .select({ profile: profileObject(sql`user_profiles`), version: userProfiles.version })
    .from(userProfiles)
    .where(where)
    .orderBy(...order)
    .limit(1);
  if (!found) throw problem('profile-not-found');
  return found;
};

/** A user's profile, which everybody may see. Throws `profile-not-found`. */
export const publicProfile = async (context: Pick<Context, 'db'>, userId: string): Promise<StoredProfile> => {
  if (!isProfileUserId(userId)) throw problem('profile-not-found');
  return oneProfile(context, eq(userProfiles.userId, userId));
};
