import { randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { timestamptz } from '../../frame/db/sql.ts';
import { targetKey } from '../../frame/limits/count-hit.ts';
import { type AddressChange, findChangeToUndo } from './address-links.ts';
import { endOpenedByAccount } from '../accounts/end-sessions.ts';
import { moveRecords } from './move-records.ts';
import { lockRecords, restoreRecords } from './restore-records.ts';

/**
 * Restores the old address of an account by its mailed link, and its affiliate record as it was at the request: see
 * `restoreRecords`. Replaces the password, because the person who changed the address knows it, removes the second factors, and
 * ends all sessions. Creates the account again if it was deleted. Returns the address. Every step can be repeated, so another press
 * completes an interrupted undo.
 *
 * Ends this change and all later ones of the account. Otherwise somebody who changed the address twice could undo the undo. If a
 * later change completes during the undo, the link can be used again.
 *
 * Throws `address-link-invalid`, or `address-taken` if another account or affiliate has proved the address.
 */
export async function undoAddress(context: Context, token: string): Promise<string> {
  const change = await findChangeToUndo(context, token);
  const { uid, old_email: oldEmail } = change;
  const account = await context.identity.changes.findAccount(uid);
  if (change.is_overruled || (account === null && change.is_ended)) throw problem('address-link-invalid');
  // The link was used before, unless a later change that was under way has moved the account again.
  if (change.is_ended && account?.email.toLowerCase() === oldEmail.toLowerCase()) return oldEmail;
  await restoreAccount(context, change, account !== null);
  await saveUndo(context, change);
  return oldEmail;
}

/** Gives the account at Firebase back to the owner of the old address. */
async function restoreAccount(
  { identity: { changes } }: Context,
  { uid, old_email: oldEmail }: AddressChange,
  exists: boolean,
): Promise<void> {
  const password = randomBytes(32).toString('base64url');
  // Anybody can sign up with the old address in the meantime, but only its owner has the link.
  await changes.deleteUnconfirmedAccount(oldEmail, uid);
  // One change sets both, so a code for the other address can't set a password in between. It ends all sessions, so nobody can add a
  // factor after it.
  const isRestored = exists
    ? await changes.setEmail(uid, oldEmail, true, password)
    : await changes.createAccount(uid, oldEmail, password);
  if (!isRestored) throw problem('address-taken');
  await changes.removeSecondFactors(uid);
}

async function saveUndo(context: Context, change: AddressChange): Promise<void> {
  const { id, uid, old_email: oldEmail, affiliate_id: affiliateId } = change;
  const thisAndLater = sql`uid = ${uid}::text
    and requested_at >= (select requested_at from address_changes where id = ${id}::uuid)`;
  const moved = sql`with ended as (
      update address_changes set ended_at = ${timestamptz(context.now)} where ${thisAndLater} and ended_at is null
    ),
    ${moveRecords(context, {
      uid,
      email: sql`${oldEmail}::text`,
      formerEmails: sql`select lower(new_email) from address_changes where ${thisAndLater} and completed_at is not null`,
      affiliateId,
    })}
    select 1 as done`;
  try {
    await context.db.batch([
      lockRecords(context, change),
      moved,
      ...restoreRecords(context, change),
      endOpenedByAccount(context, { uid, email: oldEmail }),
      clearCounters(uid),
    ]);
  } catch (error) {
    throw isUniqueViolation(error) ? problem('address-taken', { cause: error }) : error;
  }
}

/** Statement that clears the counters of the account's limits, so that somebody else's tries do not limit the owner. */
function clearCounters(uid: string): SQL {
  const keys = [
    'address-change',
    'payment-email',
    'password',
    'second-factor',
    'application',
    'affiliate',
  ].map((counter) => sql`${targetKey(`${counter}:${uid}`)}`);
  return sql`delete from rate_limits where key in (${sql.join(keys, sql`, `)})`;
}
