import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { searchText, sortBy } from '../../shared/schemas/list.ts';
import type { ProfileJson } from '../../shared/schemas/profile.ts';
import type { Context } from '../context.ts';
import { userProfiles } from '../db/schema/user-profiles.ts';
import { containing } from '../lists/containing.ts';
import { momentKey, pageQuery, type SortKey, textKey } from '../lists/keyset.ts';
import { listPage, type Page } from '../lists/list-page.ts';
import { profileObject } from './profile.ts';
import { assertReachesAll } from './reach.ts';

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
