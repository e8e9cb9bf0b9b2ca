import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import type { AccountState } from '../../frame/context/identity.ts';
import { iso, lastRow, timestamptz } from '../../frame/db/sql.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { holdSelfReferrals, selfReferredPurchases } from '../../money/purchases/hold-self-referrals.ts';
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
  if (!change.is_completed) await completeChange(context, change);
  return change.new_email;
}

async function completeChange(context: Context, change: AddressChange): Promise<void> {
  const { changes } = context.identity;
  const { uid, old_email: oldEmail, new_email: newEmail } = change;
  const account = await changes.findAccount(uid);
  if (account === null || !isStillWanted(change, account)) throw problem('address-link-invalid');
  // Somebody may have confirmed the old address since the request. An interrupted change may have set the new one already.
  const wasConfirmed = isSame(account.email, oldEmail)
    ? account.emailVerified
    : change.is_old_email_confirmed;
  const isTaken = change.is_taken || !(await changes.setEmail(uid, newEmail, true));
  if (!isTaken && (await saveChange(context, { ...change, is_old_email_confirmed: wasConfirmed }))) return;
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
  if (isSame(email, change.new_email)) return true;
  return isSame(email, change.old_email) && sessionsValidFrom <= new Date(change.requested_at);
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
  { id, uid, new_email, is_old_email_confirmed: isOldEmailConfirmed }: AddressChange,
): Promise<boolean> {
  const now = timestamptz(context.now);
  const statement = sql`with change as (
      update address_changes set completed_at = ${now}, ended_at = null,
        is_old_email_confirmed = ${isOldEmailConfirmed}::boolean
      where id = ${id}::uuid and completed_at is null returning *
    ),
    ${moveRecords(context, {
      uid,
      email: sql`(select new_email from change)`,
      formerEmails: sql`select lower(old_email) from change`,
    })},
    mail as (${queueMail(context)})
    select (select (${selfReferredPurchases(sql`changed.id`, new_email)}) from changed) as purchases`;
  try {
    const { purchases } = await lastRow(
      context.db,
      [endOpenedByAccount(context, { uid, email: new_email }), statement],
      z.object({ purchases: z.nullable(z.array(z.string())) }),
    );
    await holdSelfReferrals(context, purchases ?? []);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

function queueMail(context: Context): SQL {
  return queueMails(context, {
    kind: 'address-changed',
    subjectId: sql`change.id`,
    address: sql`change.old_email`,
    data: { change_id: sql`change.id`, email: maskedNewEmail, changed_at: iso(sql`change.completed_at`) },
    from: sql`change where change.is_old_email_confirmed`,
  });
}
