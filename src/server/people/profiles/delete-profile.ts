import { eq, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { isProfileUserId } from '../../../shared/schemas/profile.ts';
import { redactEntries } from '../../frame/audit/audit-log.ts';
import { auditedDelete } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { userProfiles } from '../../frame/db/schema/user-profiles.ts';
import { assertCanChange, canChangeAll } from './policy.ts';
import { lockProfile } from './profile.ts';

/**
 * Deletes a profile and redacts its audit entries. Throws `profile-not-found`, also for another user's profile, or
 * `edit-conflict`.
 */
export async function deleteProfile(context: Context, userId: string, version: number | null): Promise<void> {
  assertCanChange(context.actor, userId);
  if (!isProfileUserId(userId)) throw problem('profile-not-found');
  const { id } = userProfiles;
  const [, { found, changed }] = await context.db.atomically((tx) => [
    tx.execute(lockProfile(userId)),
    auditedDelete(tx, context, userProfiles, {
      action: 'user-profile.delete',
      where: eq(userProfiles.userId, userId),
      onlyIf: version === null ? undefined : eq(userProfiles.version, version),
      isLogged: canChangeAll(context.actor),
      // The locks have waited for concurrent changes, so their audit entries are redacted, too.
      before: (willChange) => [
        redactEntries('user-profile', sql`(select ${id}::text from ${userProfiles} where ${willChange})`),
      ],
    }),
  ]);
  if (changed.length > 0) return;
  throw problem(found.length > 0 ? 'edit-conflict' : 'profile-not-found');
}
