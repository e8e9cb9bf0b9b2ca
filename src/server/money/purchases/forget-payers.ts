import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { auditLog } from '../../frame/db/schema/operations.ts';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { textArray } from '../../frame/db/sql.ts';
import { forgetMailsWhere } from '../../frame/mail/queue-mails.ts';
import { normaliseEmail } from '../../../shared/email.ts';
import { receiptSuffix } from './queue-purchase-mails.ts';
import { lockPurchases } from './update-buyer.ts';

/**
 * Statements that lock the purchases whose payer or receipt has one of these addresses, so that the next statement of the batch
 * sees all of them.
 */
export function lockPayers(emails: readonly string[]): readonly SQL[] {
  return lockPurchases({ emailKeys: emails.map(normaliseEmail) });
}

/**
 * Parts of a WITH clause that remove the addresses from purchases if `condition` holds, and redact the admins' reasons in the
 * audit log of these purchases. Forgetting a payer also removes the address for the receipt, because the payer typed it, and the
 * mails about the purchase. The part `forgotten_purchases` has the ids of these purchases. Money, dates and PayPal's ids stay, because accounting
 * needs them. `lockPayers` must run first.
 */
export function forgetPayers(
  { db, now }: Pick<Context, 'db' | 'now'>,
  emails: readonly string[],
  condition: SQL,
): SQL {
  const keys = textArray(emails.map(normaliseEmail));
  const { payerEmail, payerEmailKey, receiptEmail, version } = purchases;
  const isPayer = sql`${payerEmailKey} = any (${keys})`;
  const forgotten = db
    .update(purchases)
    .set({
      payerEmail: sql`case when ${isPayer} then null else ${payerEmail} end`,
      payerEmailKey: sql`case when ${isPayer} then null else ${payerEmailKey} end`,
      receiptEmail: null,
      version: sql`${version} + 1`,
      updatedAt: now,
    })
    .where(sql`(${isPayer} or normalise_email(${receiptEmail}) = any (${keys})) and ${condition}`)
    .returning({ id: purchases.id, payerEmail });
  const redactedRefunds = db
    .update(paypalActions)
    .set({ reason: 'redacted' })
    .where(
      and(
        sql`${paypalActions.purchaseId} in (select id from forgotten_payers)`,
        eq(paypalActions.kind, 'refund'),
      ),
    );
  const redactedReasons = db
    .update(auditLog)
    .set({ reason: 'redacted' })
    .where(
      and(
        eq(auditLog.entity, 'purchase'),
        sql`${auditLog.entityId} in (select id::text from forgotten_payers)`,
        ne(auditLog.reason, 'redacted'),
      ),
    );
  return sql`
  forgotten_purchases as (${forgotten.getSQL()}),
  forgotten_payers as (select id from forgotten_purchases where payer_email is null),
  forgotten_purchase_mails as (
    ${forgetMailsWhere(
      { now },
      sql`(${mails.kind}, ${mails.subjectId}) in (
        select kind, subject_id || suffix
        from (values (''), (${receiptSuffix}::text)) as suffixes (suffix), (
        select 'receipt' as kind, ${payments.id}::text as subject_id
        from ${payments} join forgotten_payers on forgotten_payers.id = ${payments.purchaseId}
        union all
        select 'refund', ${refunds.id}::text from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
          join forgotten_payers on forgotten_payers.id = ${payments.purchaseId}
        union all
        select unnest(array['subscription-cancelled', 'bought-twice']), id::text from forgotten_payers
        ) as subjects
      )`,
    )}
  ),
  redacted_refunds as (${redactedRefunds.getSQL()}),
  redacted_reasons as (${redactedReasons.getSQL()})`;
}
