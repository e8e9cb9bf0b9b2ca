import { and, inArray, sql, type SQL } from 'drizzle-orm';
import { type NoticeKind, noticeKinds } from '../../../shared/mail-kinds.ts';
import type { Context } from '../../frame/context/context.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { notices } from '../../frame/db/schema/notices.ts';
import { builder } from '../../frame/db/sql.ts';
import { type BuyerAccount, hasArrived, paymentsOf, type PurchaseRow } from './buyer-account.ts';
import { findUpcomingNotice, isSameNotice } from './upcoming-notice.ts';

/**
 * Statements that keep the notices of a changed account true: a mail that is not sent yet and is no longer true is deleted, and the
 * job looks at the purchase again when the next mail is due. They run in the transaction of the change.
 */
export function scheduleNotices(
  context: Pick<Context, 'now'>,
  before: BuyerAccount,
  after: BuyerAccount,
): readonly SQL[] {
  return after.purchases.flatMap((purchase) => {
    const old = before.purchases.find(({ id }) => id === purchase.id);
    const notice = findUpcomingNotice(after, purchase);
    if (!old) return notice ? [schedule(purchase, notice.dueAt)] : [];
    const isSame = isSameNotice(findUpcomingNotice(before, old), notice);
    const isFailureOver =
      countArrived(before, old) < countArrived(after, purchase) ||
      (purchase.state !== old.state && ['cancelled', 'expired'].includes(purchase.state));
    return [
      ...(isFailureOver ? [deleteUnsentNotices(context, idOf(purchase), ['renewal-failed'])] : []),
      ...(isSame ? [] : [deleteUnsentNotices(context, idOf(purchase), ['renewal-notice', 'year-ending'])]),
      ...(isSame ? [] : [schedule(purchase, notice?.dueAt ?? null)]),
    ];
  });
}

function idOf({ id }: PurchaseRow): SQL {
  return sql`(select ${id}::text)`;
}

function countArrived(account: BuyerAccount, purchase: PurchaseRow): number {
  return paymentsOf(account, purchase).filter(hasArrived).length;
}

/** INSERT or UPDATE of the row of a purchase. It ends the lease of a worker, whose decision may be about the old account. */
function schedule({ id }: PurchaseRow, dueAt: Date | null): SQL {
  const set = { dueAt, leasedUntil: null, attempts: 0, lastError: null };
  return builder
    .insert(notices)
    .values({ purchaseId: id, dueAt })
    .onConflictDoUpdate({ target: notices.purchaseId, set })
    .getSQL();
}

/** SQL expression for the purchase of a mail about a notice, as the index of these mails has it. */
const noticedPurchase: SQL = sql`split_part(${mails.subjectId}, ' ', 1)`;

/** SQL condition for a mail about a notice, written as in the index of these mails. */
const isNoticeMail: SQL = sql`${mails.kind} in (${sql.raw(noticeKinds.map((kind) => `'${kind}'`).join(', '))})`;

/** SQL condition: a mail is a notice about one of these purchases. `ids` is a subquery of texts. */
export function isNoticeAbout(ids: SQL): SQL {
  return sql`(${isNoticeMail} and ${noticedPurchase} in ${ids})`;
}

/**
 * Deletes the mails of these kinds about purchases that were not sent, for a change that makes them untrue. After a deleted mail about a
 * renewal or the end of a year, the purchase is due at once, so that the job decides again. `purchaseIds` is a subquery of texts.
 */
export function deleteUnsentNotices(
  { now }: Pick<Context, 'now'>,
  purchaseIds: SQL,
  kinds: readonly NoticeKind[] = noticeKinds,
): SQL {
  const deleted = builder.$with('deleted').as(
    builder
      .delete(mails)
      .where(
        and(
          isNoticeAbout(purchaseIds),
          inArray(mails.kind, kinds),
          inArray(mails.state, ['waiting', 'failed']),
        ),
      )
      .returning({ kind: mails.kind }),
  );
  return builder
    .with(deleted)
    .update(notices)
    .set({ dueAt: now, notifiedFor: null, leasedUntil: null })
    .where(
      and(
        sql`${notices.purchaseId}::text in ${purchaseIds}`,
        sql`exists (select from ${deleted} where ${deleted.kind} <> 'renewal-failed')`,
      ),
    )
    .getSQL();
}
