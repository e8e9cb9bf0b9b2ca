import { and, eq, sql } from 'drizzle-orm';
import { canBeUndone } from '../../frame/mail/link-lifetimes.ts';
import { endOpenedByAccount } from '../accounts/end-sessions.ts';
import { Problem, problem } from '../../../shared/problems.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { type Context, isOwnAccount } from '../../frame/context/context.ts';
import { addressChanges, signIns } from '../../frame/db/schema/accounts.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { deleteProfile } from '../profiles/delete-profile.ts';
import { leaveIfMember } from './leave-program.ts';

/**
 * Deletes the caller's account: leaves the affiliate program, deletes the profile and the account at Firebase, and queues a last
 * mail. Each step can be repeated. A person whose call was interrupted before the account was deleted can sign in and call again.
 * After that, only the last mail and the audit entry can be missing.
 *
 * `email` is the address that the caller saw on the page. Throws `account-differs` for another account, and `account-is-staff` for
 * an account with a role in the shop.
 */
export async function deleteAccount(context: Context, email: string | null): Promise<void> {
  const { actor, identity } = context;
  if (!isOwnAccount(actor, email)) throw problem('account-differs');
  if (actor.role !== null || actor.lacksSecondFactor) throw problem('account-is-staff');
  const left = await leaveIfMember(context);
  await deleteProfileIfExists(context, actor.uid);
  await identity.changes.deleteAccount(actor.uid);
  await recordDeletion(context, actor.uid, email, left !== null && !left.closed);
}

async function deleteProfileIfExists(context: Context, uid: string): Promise<void> {
  try {
    await deleteProfile(context, uid, null);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'profile-not-found')) throw error;
  }
}

/**
 * Deletes the sign-ins and the address changes that nobody can undo, writes the audit entry and queues the last mail.
 * `isStillPaid`: the affiliate record stays until its money is paid.
 */
async function recordDeletion(
  context: Context,
  uid: string,
  email: string | null,
  isStillPaid: boolean,
): Promise<void> {
  const once = sql`(select 1) as once`;
  // The former owner of the address can still take the account back.
  const isOver = sql`not coalesce(${canBeUndone(context.now)}, false)`;
  await context.db.atomically((tx) => [
    tx.delete(signIns).where(eq(signIns.uid, uid)),
    tx.delete(addressChanges).where(and(eq(addressChanges.uid, uid), isOver)),
    endOpenedByAccount(tx, context, { uid, email }),
    tx.execute(
      insertAuditEntries(context, {
        action: 'account.delete',
        entityId: sql`${uid}::text`,
        from: once,
      }),
    ),
    tx.execute(
      queueMails(context, {
        kind: 'account-deleted',
        subjectId: sql`${uid}::text`,
        address: sql`${email}::text`,
        data: { is_still_paid: sql`${isStillPaid}::boolean` },
        from: once,
      }),
    ),
  ]);
}
