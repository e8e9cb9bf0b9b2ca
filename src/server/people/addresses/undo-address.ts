import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { addressChanges } from '../../frame/db/schema/accounts.ts';
import { rateLimits } from '../../frame/db/schema/operations.ts';
import { hashText } from '../../frame/db/hash-text.ts';
import { type AddressChange, findChangeToUndo } from './address-links.ts';
import { endOpenedByAccount } from '../accounts/end-sessions.ts';
import { moveRecords } from './move-records.ts';
import { lockRecords, restoreRecords } from './restore-records.ts';

/**
 * Restores the old address of an account by its mailed link, and its affiliate record as it was at the request. Returns the address.
 * Every step can be repeated, so another press completes an interrupted undo.
 *
 * Throws `address-link-invalid`, or `address-taken` if another account or affiliate has proved the address.
 */
export async function undoAddress(context: Context, token: string): Promise<string> {
  const change = await findChangeToUndo(context, token);
  const { uid, oldEmail } = change;
  const account = await context.identity.changes.findAccount(uid);
  if (change.isOverruled || (account === null && change.endedAt)) throw problem('address-link-invalid');
  // The link was used before, unless a later change that was under way has moved the account again.
  if (change.endedAt && account?.email.toLowerCase() === oldEmail.toLowerCase()) return oldEmail;
  await restoreAccount(context, change, account !== null);
  await saveUndo(context, change);
  return oldEmail;
}

/**
 * Gives the account at Firebase back to the owner of the old address. Creates it again if it was deleted. Replaces the password,
 * because the person who changed the address knows it.
 */
async function restoreAccount(
  { identity: { changes } }: Context,
  { uid, oldEmail }: AddressChange,
  exists: boolean,
): Promise<void> {
  const password = randomBytes(32).toString('base64url');
  // Anybody can sign up with the old address in the meantime, but only its owner has the link.
  await changes.deleteUnconfirmedAccount(oldEmail, uid);
  // The same change sets the address and the password, so a code for the other address can't set a password in between. The change
  // ends all sessions, so nobody can add a factor after it.
  const isRestored = exists
    ? await changes.setEmail(uid, oldEmail, true, password)
    : await changes.createAccount(uid, oldEmail, password);
  if (!isRestored) throw problem('address-taken');
  await changes.removeSecondFactors(uid);
}

/**
 * Restores our records. Ends this change and all later ones of the account. Otherwise somebody who changed the address twice could undo
 * the undo.
 */
async function saveUndo(context: Context, change: AddressChange): Promise<void> {
  const { uid, oldEmail, affiliateId } = change;
  const { id, newEmail, requestedAt, completedAt, endedAt } = addressChanges;
  const thisAndLater = and(
    eq(addressChanges.uid, uid),
    sql`${requestedAt} >= (select ${requestedAt} from ${addressChanges} where ${eq(id, change.id)})`,
  );
  const formerEmails = sql`(
    select lower(${newEmail}) from ${addressChanges} where ${thisAndLater} and ${completedAt} is not null
  )`;
  try {
    await context.db.atomically((tx) => [
      lockRecords(tx, context, change),
      tx
        .update(addressChanges)
        .set({ endedAt: context.now })
        .where(and(thisAndLater, isNull(endedAt))),
      moveRecords(tx, context, { uid, email: oldEmail, formerEmails, affiliateId }),
      restoreRecords(tx, context, change),
      endOpenedByAccount(tx, context, { uid, email: oldEmail }),
      // So somebody else's tries do not limit the owner.
      tx.delete(rateLimits).where(inArray(rateLimits.key, counterKeys(uid))),
    ]);
  } catch (error) {
    throw isUniqueViolation(error) ? problem('address-taken', { cause: error }) : error;
  }
}

/** Returns the keys of the counters of an account's limits. */
function counterKeys(uid: string): string[] {
  return ['address-change', 'payment-email', 'password', 'second-factor', 'application', 'affiliate'].map(
    (counter) => hashText(`${counter}:${uid}`),
  );
}
