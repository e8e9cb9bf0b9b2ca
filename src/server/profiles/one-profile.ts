import { type SQL, sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { profileObject, type StoredProfile } from './profile.ts';

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
