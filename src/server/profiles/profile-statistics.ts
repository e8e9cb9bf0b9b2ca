import { sql } from 'drizzle-orm';
import { profileStatistics as shape, type ProfileStatistics } from '../../shared/schemas/profile.ts';
import type { Context } from '../context.ts';
import { oneRow } from '../db/sql/one-row.ts';
import { assertReachesAll } from './reach.ts';

/** How many profiles there are, and have what, in one query. Throws `profile-not-found` for all but admins and the service. */
export const profileStatistics = async ({ db, actor }: Context): Promise<ProfileStatistics> => {
  assertReachesAll(actor);
  return oneRow(
    db,
    sql`select count(*)::int as "totalProfiles", count(email)::int as "profilesWithEmail",
      count(phone)::int as "profilesWithPhone", count(name)::int as "profilesWithName" from user_profiles`,
    shape,
  );
};
