import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';
import { normalizeEmail } from '../../../shared/email.ts';
import { limits } from '../../../shared/limits.ts';
import { fieldProblem } from '../../../shared/problems.ts';
import { confirmOwnerFirst } from '../../money/affiliates/confirm-owner.ts';
import type { Context } from '../../frame/context/context.ts';
import { addressChanges } from '../../frame/db/schema/accounts.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { insertIf, iso } from '../../frame/db/sql.ts';
import { assertWithin, countHitsFirst, isWithinLimits, targetCounter } from '../../frame/limits/count-hit.ts';
import { isLinkUsable } from '../../frame/mail/link-lifetimes.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { accountOf } from '../accounts/change-password.ts';

/**
 * Stores a request to change the address of the caller's account, and queues a link to the new address. The request replaces earlier
 * ones. Does not check whether another account has the new address, because the answer would reveal it: `confirmAddress` checks it.
 *
 * Throws `address-unchanged`, `account-email-missing` or `too-many-requests`.
 */
export async function requestAddress(context: Context, newEmail: string): Promise<void> {
  const { db, now } = context;
  const { uid, email, emailVerified } = accountOf(context);
  if (newEmail.toLowerCase() === email.toLowerCase()) throw fieldProblem('address-unchanged', 'email');
  const limit = limits.perTarget.addressChange;
  const byAccount = targetCounter(`address-change:${uid}`, limit, now);
  const byNewEmail = targetCounter(`new-address:${normalizeEmail(newEmail)}`, limit, now);
  const changes = addressChanges;
  const isTheirOpen = and(eq(changes.uid, uid), isNull(changes.completedAt), isNull(changes.endedAt));
  const link = { subjectId: changes.id, askedAt: changes.requestedAt };
  const isWaitingThere = and(
    isTheirOpen,
    sql`normalise_email(${changes.newEmail}) = ${normalizeEmail(newEmail)}`,
    isLinkUsable('address-confirmation', link, now),
  );
  // Anybody can ask for any address, so the limit of the new address refuses nobody. Over it, a link that waits there is not replaced.
  const isAsked = sql`${isWithinLimits([byAccount])} and (
    ${isWithinLimits([byNewEmail])} or not exists (select from ${changes} where ${isWaitingThere})
  )`;
  const ofOwnAffiliate = (column: PgColumn) => sql`(
    select ${column} from ${affiliates}
    where ${eq(affiliates.ownerUid, uid)} and lower(${affiliates.email}) = lower(${email}::text)
  )`;
  const change = {
    id: uuidv7(),
    uid,
    oldEmail: email,
    isOldEmailConfirmed: emailVerified,
    newEmail,
    affiliateId: ofOwnAffiliate(affiliates.id),
    paymentEmail: ofOwnAffiliate(affiliates.payoutEmail),
    requestedAt: now,
  };
  const [, hits] = await db.atomically((tx) => [
    // The confirmed owner of an affiliate record is known by the account, not by the address that is about to change.
    confirmOwnerFirst(tx, context),
    countHitsFirst(tx, [byAccount, byNewEmail]),
    tx.update(changes).set({ endedAt: now }).where(and(isTheirOpen, isAsked)),
    tx.execute(insertIf(changes, change, isAsked)),
    tx.execute(queueConfirmation(context, change.id)),
    tx.execute(queueNotice(context, change.id)),
  ]);
  assertWithin(hits, [byAccount], now);
}

function queueConfirmation(context: Context, changeId: string): SQL {
  const { id, newEmail } = addressChanges;
  return queueMails(context, {
    kind: 'address-confirmation',
    subjectId: sql`${id}`,
    address: sql`${newEmail}`,
    data: { change_id: sql`${id}`, email: sql`${newEmail}` },
    from: sql`${addressChanges} where ${eq(id, changeId)}`,
  });
}

function queueNotice(context: Context, changeId: string): SQL {
  const { id, oldEmail, isOldEmailConfirmed, requestedAt } = addressChanges;
  return queueMails(context, {
    kind: 'address-change-requested',
    subjectId: sql`${id}`,
    address: sql`${oldEmail}`,
    data: { email: maskedNewEmail, requested_at: iso(requestedAt) },
    from: sql`${addressChanges} where ${eq(id, changeId)} and ${isOldEmailConfirmed}`,
  });
}

/** The first character of the new address of a row of `address_changes`, and its host. */
export const maskedNewEmail = sql`regexp_replace(${addressChanges.newEmail}, '^(.).*@', '\\1…@')`;
