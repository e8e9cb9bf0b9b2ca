import { eq, sql, type SQL } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import { isProfileUserId, type ProfileChange, type ProfileInput } from '../../../shared/schemas/profile.ts';
import { auditedInsert, auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { assertCanChange, assertOwnEmail, canChangeAll } from './policy.ts';
import { lockProfile, profileFacts, storedColumns, type StoredProfile } from './profile.ts';

/**
 * Creates a profile in one round trip: any profile for admins and the service, otherwise the caller's own. Throws
 * `profile-exists`, `profile-email-not-own`, or `profile-not-found` for another user's id.
 */
export async function createProfile(context: Context, input: ProfileInput): Promise<StoredProfile> {
  assertCanChange(context.actor, input.userId);
  assertOwnEmail(context.actor, input.email);
  const [, created] = await context.db.atomically((tx) => [
    tx.execute(lockProfile(input.userId)),
    insertProfile(tx, context, input),
  ]);
  if (!created) throw problem('profile-exists');
  return created;
}

/** A saved profile. */
interface SavedProfile {
  readonly saved: StoredProfile;
  readonly isNew: boolean;
}

/** The precondition of a change, from If-Match or the body. */
interface Precondition {
  /** The version that the caller edited; null for any version. */
  readonly version: number | null;
  /** True if the profile must exist already. */
  readonly mustExist: boolean;
}

/**
 * Replaces a profile, or creates it if it is missing and need not exist, in one round trip. Throws `profile-not-found` for
 * another user's profile, `profile-user-id-shape`, `profile-email-not-own`, `profile-user-id-differs` or
 * `edit-conflict`.
 */
export async function upsertProfile(
  context: Context,
  userId: string,
  change: ProfileChange,
  { version, mustExist }: Precondition,
): Promise<SavedProfile> {
  assertCanChange(context.actor, userId);
  if (!isProfileUserId(userId)) throw fieldProblem('profile-user-id-shape', 'userId');
  if ((change.userId ?? userId) !== userId) throw fieldProblem('profile-user-id-differs', 'userId');
  assertOwnEmail(context.actor, change.email);
  const { name, email, phone, pictureUrl, facebookId, linkedinId } = change;
  const isTheirs = eq(userProfiles.userId, userId);
  const mayCreate = mustExist ? sql`false` : sql`not exists (select from ${userProfiles} where ${isTheirs})`;
  const [, { changed }, created] = await context.db.atomically((tx) => [
    tx.execute(lockProfile(userId)),
    auditedUpdate(tx, context, userProfiles, {
      action: 'user-profile.update',
      where: isTheirs,
      onlyIf: version === null ? undefined : eq(userProfiles.version, version),
      set: {
        name,
        email,
        phone,
        pictureUrl,
        facebookId,
        linkedinId,
        updatedAt: context.now,
        version: sql`${userProfiles.version} + 1`,
      },
      facts: profileFacts,
      isLogged: canChangeAll(context.actor),
      returning: storedColumns,
    }),
    insertProfile(tx, context, { ...change, userId }, mayCreate),
  ]);
  const saved = changed[0] ?? created;
  if (!saved) throw problem('edit-conflict');
  return { saved, isNew: changed.length === 0 };
}

/** Statements that insert a profile if the condition holds. They insert nothing if the user already has a profile. */
function insertProfile(tx: Statements, context: Context, input: ProfileInput, onlyIf?: SQL) {
  const { userId, name, email, phone, pictureUrl, facebookId, linkedinId } = input;
  const { now } = context;
  return auditedInsert(tx, context, userProfiles, {
    action: 'user-profile.create',
    values: {
      id: uuidv7(),
      userId,
      name,
      email,
      phone,
      pictureUrl,
      facebookId,
      linkedinId,
      createdAt: now,
      updatedAt: now,
    },
    onlyIf,
    facts: profileFacts,
    isLogged: canChangeAll(context.actor),
    returning: storedColumns,
  });
}
