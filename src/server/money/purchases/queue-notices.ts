import { and, eq, sql, type SQL } from 'drizzle-orm';
import { dayOf } from '../../../shared/dates.ts';
import type { Context } from '../../frame/context/context.ts';
import type { FailedPayment } from '../../frame/context/paypal.ts';
import { notices } from '../../frame/db/schema/notices.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { builder, iso, timestamptz } from '../../frame/db/sql.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';
import { type BuyerAccount, findPurchase, hasArrived, paymentsOf } from './buyer-account.ts';
import { isMailExpected, purchaseFacts, recipients } from './queue-purchase-mails.ts';
import type { UpcomingNotice } from './upcoming-notice.ts';

/** A row of `notices` that is leased to a worker. */
interface LeasedNotice {
  readonly id: string;
  readonly lease: string;
  readonly purchase_id: string;
}

/**
 * Statements that end the lease of a row, and queue the mail about its renewal or the end of its year. If another worker has the row, or
 * if the account has changed since, they do nothing. The job looks again at `dueAt`.
 */
export function queueNotice(
  context: Pick<Context, 'now'>,
  leased: LeasedNotice,
  notice: UpcomingNotice,
  dueAt: Date | null,
): readonly SQL[] {
  const marked = builder
    .update(notices)
    .set({ notifiedFor: notice.at, dueAt, leasedUntil: null, attempts: 0, lastError: null })
    .where(and(eq(notices.id, leased.id), sql`${notices.leasedUntil} = ${leased.lease}::timestamptz`))
    .getSQL();
  // A row of another worker is not marked, or marked by that worker, who has queued the same mail.
  const mail = {
    subjectId: sql`${purchases.id} || ${` ${dayOf(notice.at)}`}::text || recipient.suffix`,
    address: sql`recipient.address`,
    from: sql`${notices} join ${purchases} on ${purchases.id} = ${notices.purchaseId} ${recipients}
      where ${and(eq(notices.id, leased.id), eq(notices.notifiedFor, notice.at))}`,
  };
  const at = iso(timestamptz(notice.at));
  return [
    marked,
    notice.kind === 'year-ending'
      ? queueMails(context, { ...mail, kind: 'year-ending', data: { ...purchaseFacts, ends_at: at } })
      : queueMails(context, {
          ...mail,
          kind: 'renewal-notice',
          data: { ...purchaseFacts, amount_cents: sql`${notice.amountCents}::int`, renews_at: at },
        }),
  ];
}

/**
 * Returns the statement that queues the mail about a failed attempt to renew a subscription, or none: without such an attempt, after a
 * later payment, and for a subscription that has ended.
 */
export function queueFailedPayment(
  context: Pick<Context, 'now'>,
  account: BuyerAccount,
  providerId: string,
  failed: FailedPayment | undefined,
): readonly SQL[] {
  const purchase = findPurchase(account, providerId);
  if (!failed || !purchase || !['active', 'suspended'].includes(purchase.state)) return [];
  const isPaidSince = paymentsOf(account, purchase).some(
    (payment) => hasArrived(payment) && payment.paidAt >= failed.at,
  );
  if (isPaidSince || !isMailExpected(failed.at, context.now)) return [];
  return [
    queueMails(context, {
      kind: 'renewal-failed',
      subjectId: sql`${purchases.id} || ${` ${failed.at.toISOString()}`}::text || recipient.suffix`,
      address: sql`recipient.address`,
      data: {
        ...purchaseFacts,
        amount_cents: sql`${failed.amount?.cents ?? null}::int`,
        failed_at: failed.at.toISOString(),
        retry_at: sql`${failed.retryAt?.toISOString() ?? null}::text`,
        is_suspended: sql`${purchases.state} = 'suspended'`,
      },
      from: sql`${purchases} ${recipients} where ${eq(purchases.id, purchase.id)}`,
    }),
  ];
}
