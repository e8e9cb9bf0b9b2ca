import { sql, type SQL } from 'drizzle-orm';
import { normaliseEmail } from '../../../shared/email.ts';
import { canBeUndone } from '../../frame/mail/link-lifetimes.ts';
import type { Context } from '../../frame/context/context.ts';
import { textArray } from '../../frame/db/sql.ts';
import { insertAuditEntries, redactEntries } from '../../frame/audit/audit-log.ts';
import { forgetMails } from '../../frame/mail/queue-mails.ts';
import { forgetPayers } from '../../money/purchases/forget-payers.ts';
import { hasKnownOrder, isEvidence } from '../buyers/withdrawal-order.ts';

/**
 * Parts of a WITH clause that remove a person's addresses from purchases, withdrawals, the newsletter, the outbox and the sessions
 * of buyers if `condition` holds. The hash of an address that bounced or complained stays. A withdrawal also loses the name, and the admin's note, which can name the person. One that
 * belongs to no purchase is deleted. An open one of a buyer without a known order stays until it is handled, because its address alone
 * tells what to refund. A change of an account's address stays while its old address can undo it: the new one may be a thief's.
 * The parts
 * `forgotten_purchases` and `forgotten_subscriptions` have the ids of these rows. `lockPayers` must run first.
 */
export function forgetPerson(context: Context, emails: readonly string[], condition: SQL): SQL {
  const keys = textArray(emails.map(normaliseEmail));
  const logged = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'subscription.forget',
    entity: 'subscription',
    entityId: sql`forgotten_subscriptions.id`,
    from: sql`forgotten_subscriptions`,
  });
  const loggedWithdrawals = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'withdrawal.forget',
    entity: 'withdrawal',
    entityId: sql`forgotten_withdrawals.id`,
    from: sql`forgotten_withdrawals`,
  });
  return sql`${forgetPayers(context, emails, condition)},
  forgotten_subscriptions as (
    delete from newsletter_subscriptions where normalise_email(email) = any (${keys}) and ${condition}
    returning id
  ),
  logged_subscriptions as (${logged}),
  forgotten_sessions as (
    delete from portal_sessions where normalise_email(email) = any (${keys}) and ${condition}
  ),
  forgotten_address_changes as (
    delete from address_changes
    where ${condition} and (
      normalise_email(old_email) = any (${keys})
      or (normalise_email(new_email) = any (${keys}) or normalise_email(payment_email) = any (${keys}))
        and not coalesce(${canBeUndone(context.now)}, false)
    )
  ),
  deleted_withdrawals as (
    delete from withdrawals where normalise_email(email) = any (${keys}) and not ${isEvidence} and ${condition}
    returning id
  ),
  emptied_withdrawals as (
    update withdrawals set name = null, email = null,
      order_number = case when exists (select from purchases where provider_id = order_number) then order_number
        else 'redacted' end,
      handled_note = case when handled_note is not null then 'redacted' end
    where normalise_email(email) = any (${keys}) and ${isEvidence}
      and (handled_at is not null or ${hasKnownOrder}) and ${condition}
    returning id
  ),
  forgotten_withdrawals as (select id from deleted_withdrawals union all select id from emptied_withdrawals),
  redacted_withdrawals as (
    ${redactEntries('withdrawal', sql`any (array(select id::text from forgotten_withdrawals))`)}
  ),
  logged_withdrawals as (${loggedWithdrawals}),
  forgotten_mails as (${forgetMails(context, emails, condition)})`;
}
