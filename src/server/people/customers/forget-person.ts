import { and, eq, isNotNull, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { normaliseEmail } from '../../../shared/email.ts';
import { canBeUndone } from '../../frame/mail/link-lifetimes.ts';
import type { Context } from '../../frame/context/context.ts';
import { addressChanges } from '../../frame/db/schema/accounts.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { portalSessions, withdrawals } from '../../frame/db/schema/portal.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
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
  const { db } = context;
  const hasAddress = (column: PgColumn) => sql`normalise_email(${column}) = any (${keys})`;
  const { oldEmail, newEmail, paymentEmail } = addressChanges;
  const isForgottenChange = or(
    hasAddress(oldEmail),
    sql`(${hasAddress(newEmail)} or ${hasAddress(paymentEmail)}) and not coalesce(${canBeUndone(context.now)}, false)`,
  );
  const { id, orderNumber, handledAt, handledNote } = withdrawals;
  const isTheirs = and(hasAddress(withdrawals.email), condition);
  const isReal = sql`exists (select from ${purchases} where ${eq(purchases.providerId, orderNumber)})`;
  const emptied = db
    .update(withdrawals)
    .set({
      name: null,
      email: null,
      orderNumber: sql`case when ${isReal} then ${orderNumber} else 'redacted' end`,
      handledNote: sql`case when ${handledNote} is not null then 'redacted' end`,
    })
    .where(and(isTheirs, isEvidence, or(isNotNull(handledAt), hasKnownOrder)))
    .returning({ id });
  const parts = {
    forgotten_subscriptions: db
      .delete(subscriptions)
      .where(and(hasAddress(subscriptions.email), condition))
      .returning({ id: subscriptions.id }),
    logged_subscriptions: logged,
    forgotten_sessions: db.delete(portalSessions).where(and(hasAddress(portalSessions.email), condition)),
    forgotten_address_changes: db.delete(addressChanges).where(and(isForgottenChange, condition)),
    deleted_withdrawals: db
      .delete(withdrawals)
      .where(and(isTheirs, not(isEvidence)))
      .returning({ id }),
    emptied_withdrawals: emptied,
    forgotten_withdrawals: sql`table deleted_withdrawals union all table emptied_withdrawals`,
    redacted_withdrawals: redactEntries(
      'withdrawal',
      sql`any (array(select id::text from forgotten_withdrawals))`,
    ),
    logged_withdrawals: loggedWithdrawals,
    forgotten_mails: forgetMails(context, emails, condition),
  };
  const named = Object.entries(parts).map(([name, part]) => sql`${sql.raw(name)} as (${part.getSQL()})`);
  return sql.join([forgetPayers(context, emails, condition), ...named], sql`, `);
}
