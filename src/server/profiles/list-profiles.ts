import { assertReachesAll } from './policy.ts';
import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { searchText, sortBy } from '../../shared/schemas/list.ts';
import {
  type ProfileJson,
  type ProfileStatistics,
  profileStatistics as shape,
} from '../../shared/schemas/profile.ts';
import type { Context } from '../context.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { containing, listPage, type Page } from '../lists/list-page.ts';
import { momentKey, pageQuery, type SortKey, textKey } from '../lists/keyset.ts';
import { profileObject } from './profile.ts';
import { oneRow } from '../db/sql.ts';

/** A page of the profiles that `q` finds in name, user id or email, newest first unless sorted otherwise. */
export const profileListQuery = z.extend(pageQuery, {
  q: searchText,
  sort: sortBy(['name', 'userId', 'email', 'createdAt'], '-createdAt'),
});

type ProfileListQuery = z.infer<typeof profileListQuery>;

const keys: Record<ProfileListQuery['sort']['by'], SortKey> = {
  name: textKey(sql`coalesce(lower(${userProfiles.name}), '')`),
  userId: textKey(sql`lower(${userProfiles.userId})`),
  email: textKey(sql`coalesce(lower(${userProfiles.email}), '')`),
  createdAt: momentKey(userProfiles.createdAt),
};

/**
 * The profiles that a query asks for, one page at a time by keyset, for an admin or the service. Throws
 * `profile-not-found` for others, and `invalid` for a wrong cursor.
 */
export const listProfiles = async (
  context: Pick<Context, 'db' | 'actor'>,
  { q, sort, limit, cursor }: ProfileListQuery,
): Promise<Page<ProfileJson>> => {
  assertReachesAll(context.actor);
  return listPage(context, {
    table: userProfiles,
    id: userProfiles.id,
    json: profileObject(sql`user_profiles`),
    where: q ? containing(sql`${userProfiles.searchText}`, q) : undefined,
    key: keys[sort.by],
    descending: sort.descending,
    limit,
    cursor,
  });
};

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
