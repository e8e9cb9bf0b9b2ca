import { logChange, assertOwnEmail, assertReach } from './policy.ts';
import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { ProfileInput } from '../../shared/schemas/profile.ts';
import type { Context } from '../context.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import { profileFacts, storedObject, storedProfile, type StoredProfile } from './profile.ts';
import { uuidv7 } from 'uuidv7';

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

/**
 * A statement that makes a profile where `condition` holds and returns its row: none where the user has a profile
 * already.
 */
export const newRow = (input: ProfileInput, now: Date, condition = sql`true`): SQL => {
  const { userId, name, email, phone, pictureUrl, facebookId, linkedinId } = input;
  const moment = timestamptz(now);
  return sql`insert into user_profiles
      (id, user_id, name, email, phone, picture_url, facebook_id, linkedin_id, created_at, updated_at)
    select ${uuidv7()}::uuid, ${userId}::text, ${name}::text, ${email}::text, ${phone}::text, ${pictureUrl}::text,
      ${facebookId}::text, ${linkedinId}::text, ${moment}, ${moment}
    where ${condition}
    on conflict (user_id) do nothing returning *`;
};
