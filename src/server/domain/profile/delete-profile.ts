import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { problem } from '../../../shared/problems.ts';
import { isProfileUserId } from '../../../shared/schemas/profile.ts';
import type { Context } from '../../context.ts';
import { redactedAudit } from '../operations/audit-rows.ts';
import { lastRow } from '../operations/one-row.ts';
import { logChange } from './log-change.ts';
import { assertReach } from './reach.ts';

const outcome = z.object({ known: z.boolean(), done: z.boolean() });

/**
 * Forgets a profile: the record goes, and with it what the audit log says of it. One round trip; the record is waited for first,
 * since what another change of it logged meanwhile would be seen by no single statement, and stay. Throws
 * `profile-not-found`, also for somebody else's, or `changed-meanwhile`.
 */
export const deleteProfile = async (
  context: Context,
  userId: string,
  version: number | null,
): Promise<void> => {
  assertReach(context.actor, userId);
  if (!isProfileUserId(userId)) throw problem('profile-not-found');
  const ofUser = sql`user_profiles where user_id = ${userId}`;
  const forget = sql`
    with gone as (delete from ${ofUser} and version = coalesce(${version}::int, version) returning id),
      redacted as (${redactedAudit('user-profile', sql`(select id::text from gone)`)}),
      logged as (${logChange(context, { verb: 'delete', row: sql`gone` })})
    select exists (select from ${ofUser}) as known, exists (select from gone) as done`;
  const { known, done } = await lastRow(
    context.db,
    [sql`select id from ${ofUser} for update`, forget],
    outcome,
  );
  if (!known) throw problem('profile-not-found');
  if (!done) throw problem('changed-meanwhile');
};
