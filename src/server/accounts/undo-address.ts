import * as z from 'zod/mini';
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import { type AddressChange, findChangeToUndo } from './address-links.ts';
import { moveRecords } from './move-records.ts';

/**
 * Restores the old address of an account by its mailed link, ends all sessions and replaces the password, because the person who changed the
 * address knows it. Returns the address. Every step can be repeated, so another press completes an interrupted undo.
 *
 * Ends this change and all later ones of the account. Otherwise somebody who changed the address twice could undo the undo. If a
 * later change completes during the undo, the link can be used again.
 *
 * Throws `address-link-invalid`, or `address-taken` if another account or affiliate has taken the address.
 */
export async function undoAddress(context: Context, token: string): Promise<string> {
  const change = await findChangeToUndo(context, token);
  const { uid, old_email: oldEmail } = change;
  const { changes } = context.identity;
  const account = await changes.findAccount(uid);
  if (account === null || change.is_overruled) throw problem('address-link-invalid');
  // The link was used before, unless a later change that was under way has moved the account again.
  if (change.is_ended && account.email.toLowerCase() === oldEmail.toLowerCase()) return oldEmail;
  await changes.setPassword(uid, randomBytes(32).toString('base64url'));
  if (!(await changes.setEmail(uid, oldEmail, true))) throw problem('address-taken');
  await saveUndo(context, change);
  return oldEmail;
}

async function saveUndo(context: Context, { id, uid, old_email: oldEmail }: AddressChange): Promise<void> {
  const thisAndLater = sql`uid = ${uid}::text
    and requested_at >= (select requested_at from address_changes where id = ${id}::uuid)`;
  const statement = sql`with ended as (
      update address_changes set ended_at = ${timestamptz(context.now)} where ${thisAndLater} and ended_at is null
    ),
    ${moveRecords(context, {
      uid,
      email: sql`${oldEmail}::text`,
      formerEmails: sql`select lower(new_email) from address_changes where ${thisAndLater} and completed_at is not null`,
    })}
    select true as saved`;
  try {
    await oneRow(context.db, statement, z.object({ saved: z.boolean() }));
  } catch (error) {
    throw isUniqueViolation(error) ? problem('address-taken', { cause: error }) : error;
  }
}
