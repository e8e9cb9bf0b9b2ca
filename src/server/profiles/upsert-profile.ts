import { logChange, assertOwnEmail, assertReach } from './policy.ts';
import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { fieldProblem, problem } from '../../shared/problems.ts';
import { isProfileUserId, type ProfileChange, type ProfileInput } from '../../shared/schemas/profile.ts';
import type { Context } from '../context.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import { profileFacts, storedObject, storedProfile, type StoredProfile } from './profile.ts';
import { newRow } from './create-profile.ts';

const outcome = z.object({
  known: z.boolean(),
  changed: z.nullable(storedProfile),
  made: z.nullable(storedProfile),
});

/** A saved profile, and whether it is a new one. */
export type SavedProfile = StoredProfile & { readonly isNew: boolean };

const changedRow = (input: ProfileInput, now: Date, version: number | null): SQL => {
  const { name, email, phone, pictureUrl, facebookId, linkedinId } = input;
  return sql`update user_profiles set name = ${name}::text, email = ${email}::text, phone = ${phone}::text,
      picture_url = ${pictureUrl}::text, facebook_id = ${facebookId}::text, linkedin_id = ${linkedinId}::text,
      updated_at = ${timestamptz(now)}, version = found.version + 1
    from found
    where user_profiles.id = found.id and found.version = coalesce(${version}::int, found.version)
    returning user_profiles.*`;
};

/** What a change was made from: a version, null for whichever, and whether it is of a profile that is there. */
interface Expected {
  readonly version: number | null;
  readonly isKnown: boolean;
}

/** Changes the profile, or makes it unless it is known to be there, in one statement. */
const save = async (context: Context, input: ProfileInput, { version, isKnown }: Expected) => {
  const [changed, made] = [sql`changed`, sql`made`];
  return oneRow(
    context.db,
    sql`with found as (select * from user_profiles where user_id = ${input.userId} for update),
      changed as (${changedRow(input, context.now, version)}),
      made as (${newRow(input, context.now, sql`not ${isKnown}::boolean and not exists (select from found)`)}),
      logged_change as (${logChange(context, {
        verb: 'update',
        row: changed,
        before: profileFacts(sql`found`),
        after: profileFacts(changed),
        from: sql`found join changed on changed.id = found.id`,
      })}),
      logged_creation as (${logChange(context, { verb: 'create', row: made, after: profileFacts(made) })})
      select exists (select from found) as known, (select ${storedObject(changed)} from changed) as changed,
        (select ${storedObject(made)} from made) as made`,
    outcome,
  );
};

/** How often a profile is saved anew that somebody else made in the very same moment. */
const tries = 5;

/**
 * Replaces everything a profile says; makes it where there is none, unless the change is of one that is known.
 * One round trip. Throws `profile-not-found` for somebody else's, `profile-user-id-shape` for an id
 * that nobody can have, `profile-email-not-own`, `profile-user-id-differs` or `changed-meanwhile`.
 */
export const upsertProfile = async (
  context: Context,
  userId: string,
  change: ProfileChange,
  expected: Expected,
): Promise<SavedProfile> => {
  assertReach(context.actor, userId);
  if (!isProfileUserId(userId)) throw fieldProblem('profile-user-id-shape', 'userId');
  if ((change.userId ?? userId) !== userId) throw fieldProblem('profile-user-id-differs', 'userId');
  assertOwnEmail(context.actor, change.email);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { known, changed, made } = await save(context, { ...change, userId }, expected);
    if (changed) return { ...changed, isNew: false };
    if (made) return { ...made, isNew: true };
    if (known || expected.isKnown) break;
  }
  throw problem('changed-meanwhile');
};
