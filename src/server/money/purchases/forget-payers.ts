import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { textArray, timestamptz } from '../../frame/db/sql.ts';
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
export function forgetPayers({ now }: Context, emails: readonly string[], condition: SQL): SQL {
  const keys = textArray(emails.map(normaliseEmail));
  const isPayer = sql`payer_email_key = any (${keys})`;
  return sql`
  forgotten_purchases as (
    update purchases set payer_email = case when ${isPayer} then null else payer_email end,
      payer_email_key = case when ${isPayer} then null else payer_email_key end, receipt_email = null,
      version = version + 1, updated_at = ${timestamptz(now)}
    where (${isPayer} or normalise_email(receipt_email) = any (${keys})) and ${condition}
    returning id, payer_email
  ),
  forgotten_payers as (select id from forgotten_purchases where payer_email is null),
  forgotten_purchase_mails as (
    ${forgetMailsWhere(
      { now },
      sql`(kind, subject_id) in (
        select kind, subject_id || suffix
        from (values (''), (${receiptSuffix}::text)) as suffixes (suffix), (
        select 'receipt' as kind, payments.id::text as subject_id from payments join forgotten_payers on forgotten_payers.id = purchase_id
        union all
        select 'refund', refunds.id::text from refunds join payments on payments.id = payment_id
          join forgotten_payers on forgotten_payers.id = purchase_id
        union all
        select unnest(array['subscription-cancelled', 'bought-twice']), id::text from forgotten_payers
        ) as subjects
      )`,
    )}
  ),
  redacted_refunds as (
    update paypal_actions set reason = 'redacted'
    where purchase_id in (select id from forgotten_payers) and kind = 'refund'
  ),
  redacted_reasons as (
    update audit_log set reason = 'redacted'
    where entity = 'purchase' and entity_id in (select id::text from forgotten_payers) and reason <> 'redacted'
  )`;
}
