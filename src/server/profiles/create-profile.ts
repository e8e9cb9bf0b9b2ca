import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { problem } from '../../shared/problems.ts';
import type { ProfileInput } from '../../shared/schemas/profile.ts';
import type { Context } from '../context.ts';
import { oneRow } from '../db/sql/one-row.ts';
import { logChange } from './log-change.ts';
import { newRow } from './new-row.ts';
import { profileFacts, storedObject, storedProfile, type StoredProfile } from './profile.ts';
import { assertOwnEmail, assertReach } from './reach.ts';

const outcome = z.object({ made: z.nullable(storedProfile) });

/**
 * A new profile: of anybody by an admin or the service, which the audit log tells, else the caller's own. One round
 * trip. Throws `profile-exists`, `profile-email-not-own`, or `profile-not-found` for somebody else's user id.
 */
export const createProfile = async (context: Context, input: ProfileInput): Promise<StoredProfile> => {
  assertReach(context.actor, input.userId);
  assertOwnEmail(context.actor, input.email);
  const row = sql`made`;
  const { made } = await oneRow(
    context.db,
    sql`with made as (${newRow(input, context.now)}),
      logged as (${logChange(context, { verb: 'create', row, after: profileFacts(row) })})
      select (select ${storedObject(row)} from made) as made`,
    outcome,
  );
  if (!made) throw problem('profile-exists');
  return made;
};
