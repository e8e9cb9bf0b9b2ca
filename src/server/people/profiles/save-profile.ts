import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import { isProfileUserId, type ProfileChange, type ProfileInput } from '../../../shared/schemas/profile.ts';
import type { Context } from '../../frame/context/context.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { assertCanChange, assertOwnEmail, auditChange } from './policy.ts';
import { profileFacts, storedObject, storedProfile, type StoredProfile } from './profile.ts';

/**
 * Creates a profile in one round trip: any profile for admins and the service, otherwise the caller's own. Throws
 * `profile-exists`, `profile-email-not-own`, or `profile-not-found` for another user's id.
 */
export async function createProfile(context: Context, input: ProfileInput): Promise<StoredProfile> {
  assertCanChange(context.actor, input.userId);
  assertOwnEmail(context.actor, input.email);
  const row = sql`created`;
  const { created } = await oneRow(
    context.db,
    sql`with created as (${insertRow(input, context.now)}),
      logged as (${auditChange(context, { verb: 'create', row, after: profileFacts(row) })})
      select (select ${storedObject(row)} from created) as created`,
    z.object({ created: z.nullable(storedProfile) }),
  );
  if (!created) throw problem('profile-exists');
  return created;
}

/** A saved profile. */
export type SavedProfile = StoredProfile & { readonly isNew: boolean };

/** The precondition of a change, from If-Match or the body. */
interface Precondition {
  /** The version that the caller edited; null for any version. */
  readonly version: number | null;
  /** True if the profile must exist already. */
  readonly mustExist: boolean;
}

/** The number of attempts to save. An attempt fails if another caller creates the profile at the same moment. */
const maxSaveAttempts = 5;

/**
 * Replaces a profile, or creates it if it is missing and need not exist, in one round trip. Throws `profile-not-found` for
 * another user's profile, `profile-user-id-shape`, `profile-email-not-own`, `profile-user-id-differs` or
 * `edit-conflict`.
 */
export async function upsertProfile(
  context: Context,
  userId: string,
  change: ProfileChange,
  precondition: Precondition,
): Promise<SavedProfile> {
  assertCanChange(context.actor, userId);
  if (!isProfileUserId(userId)) throw fieldProblem('profile-user-id-shape', 'userId');
  if ((change.userId ?? userId) !== userId) throw fieldProblem('profile-user-id-differs', 'userId');
  assertOwnEmail(context.actor, change.email);
  for (let attempt = 0; attempt < maxSaveAttempts; attempt += 1) {
    const { exists, changed, created } = await trySave(context, { ...change, userId }, precondition);
    if (changed) return { ...changed, isNew: false };
    if (created) return { ...created, isNew: true };
    if (exists || precondition.mustExist) break;
  }
  throw problem('edit-conflict');
}

function trySave(context: Context, input: ProfileInput, { version, mustExist }: Precondition) {
  const [changed, created] = [sql`changed`, sql`created`];
  return oneRow(
    context.db,
    sql`with found as (select * from user_profiles where user_id = ${input.userId} for update),
      changed as (${updateRow(input, context.now, version)}),
      created as (${insertRow(input, context.now, sql`not ${mustExist}::boolean and not exists (select from found)`)}),
      logged_change as (${auditChange(context, {
        verb: 'update',
        row: changed,
        before: profileFacts(sql`found`),
        after: profileFacts(changed),
        from: sql`found join changed on changed.id = found.id`,
      })}),
      logged_creation as (${auditChange(context, { verb: 'create', row: created, after: profileFacts(created) })})
      select exists (select from found) as exists, (select ${storedObject(changed)} from changed) as changed,
        (select ${storedObject(created)} from created) as created`,
    z.object({ exists: z.boolean(), changed: z.nullable(storedProfile), created: z.nullable(storedProfile) }),
  );
}

function updateRow(input: ProfileInput, now: Date, version: number | null): SQL {
  const { name, email, phone, pictureUrl, facebookId, linkedinId } = input;
  return sql`update user_profiles set name = ${name}::text, email = ${email}::text, phone = ${phone}::text,
      picture_url = ${pictureUrl}::text, facebook_id = ${facebookId}::text, linkedin_id = ${linkedinId}::text,
      updated_at = ${timestamptz(now)}, version = found.version + 1
    from found
    where user_profiles.id = found.id and found.version = coalesce(${version}::int, found.version)
    returning user_profiles.*`;
}

/** INSERT of a profile if the condition holds. Returns no row if the user already has a profile. */
function insertRow(input: ProfileInput, now: Date, condition = sql`true`): SQL {
  const { userId, name, email, phone, pictureUrl, facebookId, linkedinId } = input;
  const moment = timestamptz(now);
  return sql`insert into user_profiles
      (id, user_id, name, email, phone, picture_url, facebook_id, linkedin_id, created_at, updated_at)
    select ${uuidv7()}::uuid, ${userId}::text, ${name}::text, ${email}::text, ${phone}::text, ${pictureUrl}::text,
      ${facebookId}::text, ${linkedinId}::text, ${moment}, ${moment}
    where ${condition}
    on conflict (user_id) do nothing returning *`;
}
