import * as z from 'zod/mini';
import { and, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { isProfileUserId } from '../../../shared/schemas/profile.ts';
import { emailAddress } from '../../../shared/schemas/text.ts';
import type { Context } from '../../frame/context/context.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { profileScope } from './policy.ts';
import { storedColumns, type StoredProfile } from './profile.ts';

const recordId = z.uuid();

/**
 * Finds a profile by user id, otherwise by the profile's own id. Admins and the service find every profile, users their own.
 * Throws `profile-not-found`.
 */
export async function findProfile(context: Context, id: string): Promise<StoredProfile> {
  const scope = profileScope(context.actor);
  if (!isProfileUserId(id)) throw problem('profile-not-found');
  const hasRecordId = recordId.safeParse(id).success ? eq(userProfiles.id, id) : undefined;
  return firstProfile(
    context,
    and(scope, or(eq(userProfiles.userId, id), hasRecordId)),
    sql`${userProfiles.userId} = ${id} desc`,
  );
}

/** Finds a user's profile for the public. Throws `profile-not-found`. */
export async function findPublicProfile(
  context: Pick<Context, 'db'>,
  userId: string,
): Promise<StoredProfile> {
  if (!isProfileUserId(userId)) throw problem('profile-not-found');
  return firstProfile(context, eq(userProfiles.userId, userId));
}

/**
 * Finds a profile by email, in any letter case. Admins and the service find every profile, users their own. If several
 * profiles have the email, the profile of the account that confirmed it is returned. Throws `profile-not-found`, also for an
 * invalid email, or `profile-email-ambiguous` with the user ids.
 */
export async function findProfileByEmail(context: Context, text: string): Promise<StoredProfile> {
  const scope = profileScope(context.actor);
  const address = emailAddress.safeParse(text.trim()).data;
  if (address === undefined) throw problem('profile-not-found');
  const profiles = await context.db
    .select(storedColumns)
    .from(userProfiles)
    .where(and(scope, eq(sql`lower(${userProfiles.email})`, sql`lower(${address})`)))
    .orderBy(desc(userProfiles.createdAt), desc(userProfiles.id));
  const [first] = profiles;
  if (!first) throw problem('profile-not-found');
  if (profiles.length === 1) return first;
  const account = await context.identity.findConfirmedAccount(address);
  const confirmed = profiles.find(({ userId }) => userId === account);
  if (confirmed) return confirmed;
  throw problem('profile-email-ambiguous', {
    fields: profiles.map(({ userId }) => ({ field: 'userId', message: userId })),
  });
}

async function firstProfile(
  { db }: Pick<Context, 'db'>,
  condition: SQL | undefined,
  ...order: readonly SQL[]
): Promise<StoredProfile> {
  const [row] = await db
    .select(storedColumns)
    .from(userProfiles)
    .where(condition)
    .orderBy(...order)
    .limit(1);
  if (!row) throw problem('profile-not-found');
  return row;
}
