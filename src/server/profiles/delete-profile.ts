import { logChange, assertReach } from './policy.ts';
import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import { isProfileUserId } from '../../shared/schemas/profile.ts';
import type { Context } from '../context.ts';
import { redactedAudit } from '../audit/audit-rows.ts';
import { lastRow } from '../db/sql.ts';

const outcome = z.object({ known: z.boolean(), done: z.boolean() });

/** How often a record that changes all the time is looked at anew. */
const tries = 5;

/**
 * Forgets a profile: the record goes, and with it what the audit log says of it, as of the version that one statement sees: what
 * another change logged meanwhile would not be seen, and stay. So other changes are waited for first, in the same round trip,
 * and who is overtaken all the same begins anew. Throws `profile-not-found`, also for somebody else's, or `changed-meanwhile`.
 */
export const deleteProfile = async (
  context: Context,
  userId: string,
  version: number | null,
): Promise<void> => {
  assertReach(context.actor, userId);
  if (!isProfileUserId(userId)) throw problem('profile-not-found');
  const wait = sql`select id from user_profiles where user_id = ${userId} for update`;
  const forget = sql`
    with found as materialized (select id, version from user_profiles where user_id = ${userId}),
      gone as (
        delete from user_profiles using found
        where user_profiles.id = found.id and user_profiles.version = found.version
          and found.version = coalesce(${version}::int, found.version)
        returning user_profiles.id
      ),
      redacted as (${redactedAudit('user-profile', sql`(select id::text from gone)`)}),
      logged as (${logChange(context, { verb: 'delete', row: sql`gone` })})
    select exists (select from found) as known, exists (select from gone) as done`;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { known, done } = await lastRow(context.db, [wait, forget], outcome);
    if (done) return;
    if (!known) throw problem('profile-not-found');
    if (version !== null) break;
  }
  throw problem('changed-meanwhile');
};
