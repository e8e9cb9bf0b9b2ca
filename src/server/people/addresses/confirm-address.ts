import { eq, sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import type { AccountState } from '../../frame/context/identity.ts';
import { addressChanges } from '../../frame/db/schema/accounts.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { iso, timestamptz } from '../../frame/db/sql.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { hasEmail, isOpen } from '../../money/affiliates/affiliate.ts';
import { holdSelfReferrals, selectSelfReferrals } from '../../money/purchases/hold-self-referrals.ts';
import { type AddressChange, findChangeToConfirm } from './address-links.ts';
import { endOpenedByAccount } from '../accounts/end-sessions.ts';
import { maskedNewEmail } from './request-address.ts';
import { moveRecords } from './move-records.ts';

/**
 * Gives an account the new address of a mailed link: at Firebase, then in our records, and ends all its sessions. Returns the address.
 *
 * Firebase and the database are two systems. Every step can be repeated, and the row counts as completed only with our records. So
 * another press of the button completes a change that a crash interrupted.
 *
 * Throws `address-link-invalid`, also if all sessions of the account ended since the request, or `address-taken` if another account
 * or affiliate has the address.
 */
export async function confirmAddress(context: Context, token: string): Promise<string> {
  const change = await findChangeToConfirm(context, token);
  if (change.completedAt === null) await completeChange(context, change);
  return change.newEmail;
}

async function completeChange(context: Context, change: AddressChange): Promise<void> {
  const { changes } = context.identity;
  const { uid, oldEmail, newEmail } = change;
  const account = await changes.findAccount(uid);
  if (account === null || !isStillWanted(change, account)) throw problem('address-link-invalid');
  // Somebody may have confirmed the old address since the request. An interrupted change may have set the new one already.
  const wasConfirmed = isSame(account.email, oldEmail) ? account.emailVerified : change.isOldEmailConfirmed;
  const isTaken = change.isTaken || !(await changes.setEmail(uid, newEmail, true));
  if (!isTaken && (await saveChange(context, { ...change, isOldEmailConfirmed: wasConfirmed }))) return;
  if (isSame((await changes.findAccount(uid))?.email ?? '', newEmail))
    await changes.setEmail(uid, oldEmail, wasConfirmed);
  throw problem('address-taken');
}

/**
 * True if the account may still get the new address. A new password or a sign-out everywhere since the request withdraws it, because
 * the notice tells an owner who did not ask for the change to set a new password. `ended_at` does not show it: only the times do.
 */
function isStillWanted(change: AddressChange, { email, sessionsValidFrom }: AccountState): boolean {
  // An interrupted change, which ended all sessions itself.
  if (isSame(email, change.newEmail)) return true;
  return isSame(email, change.oldEmail) && sessionsValidFrom <= change.requestedAt;
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/**
 * Saves the change in our records, and queues the mail to the old address if it was confirmed, in one transaction. Also completes a
 * change that a newer request has replaced in the meantime, because Firebase already has the new address. Returns false if another
 * affiliate has the address.
 */
async function saveChange(
  context: Context,
  { id, uid, newEmail, isOldEmailConfirmed }: AddressChange,
): Promise<boolean> {
  const { oldEmail, completedAt } = addressChanges;
  const willComplete = sql`${addressChanges.id} = ${id} and ${completedAt} is null`;
  const formerEmails = sql`(select lower(${oldEmail}) from ${addressChanges} where ${willComplete})`;
  const ownAffiliate = isOpen(sql`${eq(affiliates.ownerUid, uid)} and ${hasEmail(newEmail)}`);
  try {
    const [, , isMoved, , , referrals] = await context.db.atomically((tx) => [
      endOpenedByAccount(tx, context, { uid, email: newEmail }),
      tx.select({ id: addressChanges.id }).from(addressChanges).where(willComplete).for('update'),
      moveRecords(tx, context, { uid, email: newEmail, formerEmails }),
      tx.execute(queueMail(context, sql`${willComplete} and ${isOldEmailConfirmed}::boolean`)),
      tx
        .update(addressChanges)
        .set({ completedAt: context.now, endedAt: null, isOldEmailConfirmed })
        .where(willComplete),
      selectSelfReferrals(tx, ownAffiliate, newEmail),
    ]);
    if (isMoved)
      await holdSelfReferrals(
        context,
        referrals.map((purchase) => purchase.id),
      );
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

function queueMail(context: Context, condition: SQL): SQL {
  const { id, oldEmail } = addressChanges;
  return queueMails(context, {
    kind: 'address-changed',
    subjectId: sql`${id}`,
    address: sql`${oldEmail}`,
    data: { change_id: sql`${id}`, email: maskedNewEmail, changed_at: iso(timestamptz(context.now)) },
    from: sql`${addressChanges} where ${condition}`,
  });
}
