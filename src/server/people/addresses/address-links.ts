import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { allRows, iso, timestamptz } from '../../frame/db/sql.ts';
import { verifyToken } from '../../frame/mail/signed-links.ts';
import { isLinkUsable, isUndoLinkUsable } from '../../frame/mail/link-lifetimes.ts';

/** A row of `address_changes` that a link may use. */
const addressChange = z.object({
  id: z.string(),
  uid: z.string(),
  old_email: z.string(),
  is_old_email_confirmed: z.boolean(),
  new_email: z.string(),
  affiliate_id: z.nullable(z.string()),
  requested_at: z.string(),
  is_completed: z.boolean(),
  is_ended: z.boolean(),
  /** True if the link of an earlier change has restored an older address since the request. */
  is_overruled: z.boolean(),
  /** True if the owner's affiliate record could not get the new address, because another record has it. */
  is_taken: z.boolean(),
});

export type AddressChange = z.infer<typeof addressChange>;

/** Finds the change of a link to the new address. Throws `address-link-invalid`. */
export function findChangeToConfirm(context: Context, token: string): Promise<AddressChange> {
  const record = { subjectId: sql`address_changes.id`, askedAt: sql`requested_at` };
  return findChange(
    context,
    verifyToken(context.settings.mailLinkSecret, 'address-confirm', token),
    // A completed change answers a second press of the button.
    sql`${isLinkUsable('address-confirmation', record, context.now)} and ended_at is null`,
  );
}

/** Finds the change of a link to the old address. Throws `address-link-invalid`. */
export function findChangeToUndo(context: Context, token: string): Promise<AddressChange> {
  return findChange(
    context,
    verifyToken(context.settings.mailLinkSecret, 'address-undo', token),
    sql`is_old_email_confirmed and ${isUndoLinkUsable(context.now)}`,
  );
}

async function findChange({ db }: Context, id: string | null, condition: SQL): Promise<AddressChange> {
  if (id === null) throw problem('address-link-invalid');
  const [change] = await allRows(
    db,
    sql`select id, uid, old_email, is_old_email_confirmed, new_email, affiliate_id, ${iso(sql`requested_at`)} as requested_at,
        completed_at is not null as is_completed, ended_at is not null as is_ended,
        exists (
          select from address_changes earlier where earlier.uid = address_changes.uid
            and earlier.requested_at < address_changes.requested_at
            and earlier.completed_at is not null and earlier.ended_at >= address_changes.requested_at
        ) as is_overruled,
        exists (
          select from affiliates own join affiliates other on lower(other.email) = lower(new_email) and other.id <> own.id
          where own.owner_uid = uid and lower(own.email) = lower(old_email)
        ) as is_taken
      from address_changes where id = ${id}::uuid and ${condition}`,
    addressChange,
  );
  if (!change) throw problem('address-link-invalid');
  return change;
}

/** Deletes requests and completed changes after two weeks, when all of their links have expired: see `linkLifetimes`. */
export async function sweepAddressChanges({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const until = new Date(now.getTime() - 14 * dayMs);
  await db.execute(
    sql`delete from address_changes where greatest(requested_at, completed_at) < ${timestamptz(until)}`,
  );
}
