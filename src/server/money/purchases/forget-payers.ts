import { and, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { normalizeEmail } from '../../../shared/email.ts';
import { redactReasons } from '../../frame/audit/audit-log.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { erasedValues } from '../../frame/db/personal-columns.ts';
import { invitations } from '../../frame/db/schema/invitations.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import { auditLog } from '../../frame/db/schema/operations.ts';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { receiptVersions } from '../../frame/db/schema/receipts.ts';
import { textArray } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { forgetMailsWhere } from '../../frame/mail/forget-mails.ts';
import { receiptSuffix } from './queue-purchase-mails.ts';
import { isNoticeAbout } from './schedule-notices.ts';
import { lockPurchases } from './update-buyer.ts';

/**
 * Statements that lock the purchases whose payer or receipt has one of these addresses, so that the next statements of the batch
 * see all of them.
 */
export function lockPayers(tx: Statements, emails: readonly string[]) {
  const locks = lockPurchases({ emailKeys: emails.map(normalizeEmail) });
  return new StatementGroup(
    locks.map((lock) => tx.execute(lock)),
    () => undefined,
  );
}

/**
 * Statements that remove the addresses from purchases if `condition` holds, and redact the admins' reasons in the audit log of these
 * purchases. Forgetting a payer also removes what the payer typed, which is the address for the receipt and the company on it, and the
 * mails about the purchase. Money, dates and PayPal's ids stay, because accounting needs them. Returns the number of purchases. `lockPayers` must run
 * first.
 */
export function forgetPayers(
  tx: Statements,
  context: Context,
  emails: readonly string[],
  { condition, isLogged }: { readonly condition: SQL; readonly isLogged: boolean },
) {
  const keys = textArray(emails.map(normalizeEmail));
  const { id, payerEmail, payerEmailKey, receiptEmail } = purchases;
  const hasReceipt = sql`normalise_email(${receiptEmail}) = any (${keys})`;
  // PayPal may tell no payer. The receipt then went to the only known person.
  const isPayer = sql`(${payerEmailKey} = any (${keys}) or ${payerEmail} is null and ${hasReceipt})`;
  const paid = tx.select({ id }).from(purchases).where(and(isPayer, condition));
  const paidPayments = tx
    .select({ id: payments.id })
    .from(payments)
    .where(inArray(payments.purchaseId, paid));
  const forget = (isForgotten: SQL, erased: PgUpdateSetSource<typeof purchases>) =>
    auditedUpdate(tx, context, purchases, {
      action: 'purchase.forget',
      where: isForgotten,
      onlyIf: condition,
      isLogged,
      isBulk: true,
      set: { ...erased, version: sql`${purchases.version} + 1`, updatedAt: context.now },
    });
  const statements = [
    tx.execute(
      forgetMailsWhere(
        context,
        isMailAbout((purchaseId) => inArray(purchaseId, paid)),
      ),
    ),
    tx.update(paypalActions).set(erasedValues(paypalActions)).where(inArray(paypalActions.purchaseId, paid)),
    tx.execute(
      redactReasons(
        sql`${auditLog.entity} = 'purchase' and ${auditLog.entityId} in (select id::text from ${paid} as paid)`,
      ),
    ),
    tx.update(invitations).set(erasedValues(invitations)).where(inArray(invitations.purchaseId, paid)),
    tx.delete(receiptVersions).where(inArray(receiptVersions.paymentId, paidPayments)),
    forget(isPayer, erasedValues(purchases)),
    forget(hasReceipt, { receiptEmail: null }),
  ] as const;
  return new StatementGroup(
    statements,
    ([, , , , , payers, receipts]) => payers.changed.length + receipts.changed.length,
  );
}

/** SQL condition: a mail is about one of the purchases. */
function isMailAbout(isOne: (purchaseId: PgColumn) => SQL): SQL {
  return sql`(${mails.kind}, ${mails.subjectId}) in (
    select kind, subject_id || suffix
    from (values (''), (${receiptSuffix}::text)) as suffixes (suffix), (
      select 'receipt' as kind, ${payments.id}::text as subject_id from ${payments} where ${isOne(payments.purchaseId)}
      union all
      select 'refund', ${refunds.id}::text
      from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId} where ${isOne(payments.purchaseId)}
      union all
      select unnest(array['subscription-cancelled', 'bought-twice']), ${purchases.id}::text
      from ${purchases} where ${isOne(purchases.id)}
      union all
      select ${mails.kind}, ${mails.subjectId} from ${mails}
      where ${isNoticeAbout(sql`(select ${purchases.id}::text from ${purchases} where ${isOne(purchases.id)})`)}
    ) as subjects
  )`;
}
