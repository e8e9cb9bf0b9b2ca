import { count, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { ProfileJson, ProfileStatistics } from '../../../shared/schemas/profile.ts';
import type { Context } from '../../frame/context/context.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { only } from '../../frame/db/sql.ts';
import { momentKey, textKey } from '../../frame/lists/keyset.ts';
import type { ListPage } from '../../frame/lists/list-page.ts';
import { searchableList } from '../../frame/lists/searchable-list.ts';
import { assertCanReadAll } from './policy.ts';
import { profileColumns } from './profile.ts';

const list = searchableList({
  table: userProfiles,
  row: profileColumns,
  sortKeys: {
    name: textKey(sql`coalesce(lower(${userProfiles.name}), '')`),
    userId: textKey(sql`lower(${userProfiles.userId})`),
    email: textKey(sql`coalesce(lower(${userProfiles.email}), '')`),
    createdAt: momentKey(userProfiles.createdAt),
  },
  defaultSort: '-createdAt',
});

/** Query of one page. `q` searches name, user id and email. */
export const profileListQuery = list.pageQuery;

/**
 * Lists profiles page by page, for admins and the service. Throws `profile-not-found` for other callers and `invalid` for a
 * wrong cursor.
 */
export async function listProfiles(
  context: Pick<Context, 'db' | 'actor'>,
  query: z.infer<typeof profileListQuery>,
): Promise<ListPage<ProfileJson>> {
  assertCanReadAll(context.actor);
  return list.page(context, query);
}

/** Counts the profiles, for admins and the service. Throws `profile-not-found` for other callers. */
export async function countProfiles({ db, actor }: Context): Promise<ProfileStatistics> {
  assertCanReadAll(actor);
  const rows = await db
    .select({
      totalProfiles: count(),
      profilesWithEmail: count(userProfiles.email),
      profilesWithPhone: count(userProfiles.phone),
      profilesWithName: count(userProfiles.name),
    })
    .from(userProfiles);
  return only(rows);
}
