import { sql, type SQL } from 'drizzle-orm';
import { normaliseEmail } from '../../shared/email.ts';
import type { Context } from '../context.ts';
import { textArray } from '../db/sql.ts';
import { insertAuditEntries } from '../audit/audit-log.ts';
import { forgetMails } from '../mail/queue-mails.ts';
import { forgetPayers } from '../purchases/forget-payers.ts';

/**
 * Parts of a WITH clause that remove a person's addresses from purchases, from the newsletter, from the outbox and from the sessions of buyers if
 * `condition` holds. The parts `forgotten_purchases` and `forgotten_subscriptions` have the ids of these rows. `lockPayers` must
 * run first.
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
  return sql`${forgetPayers(context, emails, condition)},
  forgotten_subscriptions as (
    delete from newsletter_subscriptions where normalise_email(email) = any (${keys}) and ${condition} returning id
  ),
  logged_subscriptions as (${logged}),
  forgotten_sessions as (
    delete from portal_sessions where normalise_email(email) = any (${keys}) and ${condition}
  ),
  forgotten_mails as (${forgetMails(context, emails, condition)})`;
}
