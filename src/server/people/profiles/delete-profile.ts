import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { isProfileUserId } from '../../../shared/schemas/profile.ts';
import { redactEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { lastRow } from '../../frame/db/sql.ts';
import { assertCanChange, auditChange } from './policy.ts';

/** The number of attempts to delete. An attempt fails if the profile changes in the meantime. */
const maxDeleteAttempts = 5;

/**
 * Deletes a profile and redacts its audit entries. Throws `profile-not-found`, also for another user's profile, or
 * `edit-conflict`.
 *
 * The DELETE sees audit entries only up to its own snapshot. So a first statement in the same round trip waits for concurrent
 * changes, and the DELETE checks the version. If the profile changed all the same, the deletion starts again.
 */
export async function deleteProfile(context: Context, userId: string, version: number | null): Promise<void> {
  assertCanChange(context.actor, userId);
  if (!isProfileUserId(userId)) throw problem('profile-not-found');
  const lock = sql`select id from user_profiles where user_id = ${userId} for update`;
  const remove = sql`
    with found as materialized (select id, version from user_profiles where user_id = ${userId}),
      gone as (
        delete from user_profiles using found
        where user_profiles.id = found.id and user_profiles.version = found.version
          and found.version = coalesce(${version}::int, found.version)
        returning user_profiles.id
      ),
      redacted as (${redactEntries('user-profile', sql`(select id::text from gone)`)}),
      logged as (${auditChange(context, { verb: 'delete', row: sql`gone` })})
    select exists (select from found) as exists, exists (select from gone) as "isDeleted"`;
  for (let attempt = 0; attempt < maxDeleteAttempts; attempt += 1) {
    const { exists, isDeleted } = await lastRow(
      context.db,
      [lock, remove],
      z.object({ exists: z.boolean(), isDeleted: z.boolean() }),
    );
    if (isDeleted) return;
    if (!exists) throw problem('profile-not-found');
    if (version !== null) break;
  }
  throw problem('edit-conflict');
}
