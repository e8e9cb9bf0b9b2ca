import { and, eq, exists, getTableColumns, gte, isNotNull, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { addressChanges } from '../../frame/db/schema/accounts.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { verifyToken } from '../../frame/mail/signed-links.ts';
import { isLinkUsable, isUndoLinkUsable } from '../../frame/mail/link-lifetimes.ts';

// The payment email stays in the database: `trustedEmail` (restore-records.ts) reads it in SQL.
const { paymentEmail: _notRead, ...usedColumns } = getTableColumns(addressChanges);

/** A row of `address_changes` that a link may use, without its payment email. */
export interface AddressChange extends Omit<typeof addressChanges.$inferSelect, 'paymentEmail'> {
  /** True if the link of an earlier change has restored an older address since the request. */
  readonly isOverruled: boolean;
  /** True if the owner's affiliate record could not get the new address, because another record has it. */
  readonly isTaken: boolean;
}

/** Finds the change of a link to the new address. Throws `address-link-invalid`. */
export function findChangeToConfirm(context: Context, token: string): Promise<AddressChange> {
  const { id, requestedAt, endedAt } = addressChanges;
  const record = { subjectId: id, askedAt: requestedAt };
  return findChange(
    context,
    verifyToken(context.settings.mailLinkSecret, 'address-confirm', token),
    // A completed change answers a second press of the button.
    and(isLinkUsable('address-confirmation', record, context.now), isNull(endedAt)),
  );
}

/** Finds the change of a link to the old address. Throws `address-link-invalid`. */
export function findChangeToUndo(context: Context, token: string): Promise<AddressChange> {
  return findChange(
    context,
    verifyToken(context.settings.mailLinkSecret, 'address-undo', token),
    and(eq(addressChanges.isOldEmailConfirmed, true), isUndoLinkUsable(context.now)),
  );
}

async function findChange(
  { db }: Context,
  id: string | null,
  isUsable: SQL | undefined,
): Promise<AddressChange> {
  if (id === null) throw problem('address-link-invalid');
  const changes = addressChanges;
  const earlier = alias(addressChanges, 'earlier');
  const overruling = db
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.uid, changes.uid),
        lt(earlier.requestedAt, changes.requestedAt),
        isNotNull(earlier.completedAt),
        gte(earlier.endedAt, changes.requestedAt),
      ),
    );
  const own = alias(affiliates, 'own');
  const other = alias(affiliates, 'other');
  const taken = db
    .select({ id: own.id })
    .from(own)
    .innerJoin(other, sql`lower(${other.email}) = lower(${changes.newEmail}) and ${ne(other.id, own.id)}`)
    .where(and(eq(own.ownerUid, changes.uid), sql`lower(${own.email}) = lower(${changes.oldEmail})`));
  const [change] = await db
    .select({
      ...usedColumns,
      isOverruled: sql<boolean>`${exists(overruling)}`,
      isTaken: sql<boolean>`${exists(taken)}`,
    })
    .from(changes)
    .where(and(eq(changes.id, id), isUsable));
  if (!change) throw problem('address-link-invalid');
  return change;
}
