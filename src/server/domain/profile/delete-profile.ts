import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { problem } from '../../../shared/problems.ts';
import { isProfileUserId } from '../../../shared/schemas/profile.ts';
import type { Context } from '../../context.ts';
import { userProfiles } from '../../db/schema/user-profiles.ts';
import { redactedAudit } from '../operations/audit-rows.ts';
import { oneRow } from '../operations/one-row.ts';
import { logChange } from './log-change.ts';
import { assertReach } from './reach.ts';

const outcome = z.object({ done: z.boolean() });

/** Forgets the profile in one statement, unless the record is another than the one that was read; tells whether it did. */
const forget = async (
  context: Context,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<boolean> => {
  const { done } = await oneRow(
    context.db,
    sql`with gone as (
        delete from user_profiles where id = ${id}::uuid and version = ${version} returning id
      ),
      redacted as (${redactedAudit('user-profile', id, sql`exists (select from gone)`)}),
      logged as (${logChange(context, { verb: 'delete', row: sql`gone` })})
      select exists (select from gone) as done`,
    outcome,
  );
  return done;
};

/** How often a record that changes all the time is read anew. */
const tries = 5;

/**
 * Forgets a profile: the record goes, and with it what the audit log says of it. Throws `profile-not-found`, also for
 * somebody else's, or `changed-meanwhile`.
 */
export const deleteProfile = async (
  context: Context,
  userId: string,
  version: number | null,
): Promise<void> => {
  assertReach(context.actor, userId);
  if (!isProfileUserId(userId)) throw problem('profile-not-found');
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const [found] = await context.db
      .select({ id: userProfiles.id, version: userProfiles.version })
      .from(userProfiles)
      .where(eq(userProfiles.userId, userId));
    if (!found) throw problem('profile-not-found');
    if (version !== null && version !== found.version) throw problem('changed-meanwhile');
    if (await forget(context, found)) return;
  }
  throw problem('changed-meanwhile');
};
