import { and, isNotNull, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { normalizeEmail } from '../../../shared/email.ts';
import { redactEntries } from '../../frame/audit/audit-log.ts';
import { auditedDelete, auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { erasedValues } from '../../frame/db/personal-columns.ts';
import { addressChanges } from '../../frame/db/schema/accounts.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { portalSessions, withdrawals } from '../../frame/db/schema/portal.ts';
import { textArray } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { forgetMails } from '../../frame/mail/forget-mails.ts';
import { canBeUndone } from '../../frame/mail/link-lifetimes.ts';
import { forgetPayers } from '../../money/purchases/forget-payers.ts';
import { hasKnownOrder, isEvidence, isOrderOfPurchase } from '../buyers/withdrawal-order.ts';

/**
 * Statements that remove a person's addresses, if `condition` holds, from purchases, withdrawals, the newsletter, the outbox and the
 * sessions of buyers. The hash of an address that bounced or complained stays. `lockPayers` must run first.
 *
 * | withdrawal                               | after the erasure                                              |
 * | ---------------------------------------- | -------------------------------------------------------------- |
 * | of no buyer, without a known order       | is deleted                                                     |
 * | open, of a buyer, without a known order  | stays until it is handled: only its address tells the refund   |
 * | any other                                | has no name, no address and no note, which can name the person |
 *
 * A change of an account's address stays while its old address can undo it: the new one may be a thief's.
 */
export function forgetPerson(
  tx: Statements,
  context: Context,
  emails: readonly string[],
  { condition, logsPurchases }: { readonly condition: SQL; readonly logsPurchases: boolean },
) {
  const keys = textArray(emails.map(normalizeEmail));
  const hasAddress = (column: PgColumn) => sql`normalise_email(${column}) = any (${keys})`;
  const { oldEmail, newEmail, paymentEmail } = addressChanges;
  const isForgottenChange = or(
    hasAddress(oldEmail),
    sql`(${hasAddress(newEmail)} or ${hasAddress(paymentEmail)}) and not coalesce(${canBeUndone(context.now)}, false)`,
  );
  const { id, orderNumber, handledAt } = withdrawals;
  const withdrawal = {
    action: 'withdrawal.forget',
    where: hasAddress(withdrawals.email),
    isBulk: true,
    before: (willChange: SQL) => [
      redactEntries(
        'withdrawal',
        sql`any (array(select ${id}::text from ${withdrawals} where ${willChange}))`,
      ),
    ],
  } as const;
  const statements = [
    forgetPayers(tx, context, emails, { condition, isLogged: logsPurchases }),
    auditedDelete(tx, context, subscriptions, {
      action: 'subscription.forget',
      where: hasAddress(subscriptions.email),
      onlyIf: condition,
      isBulk: true,
    }),
    tx.delete(portalSessions).where(and(hasAddress(portalSessions.email), condition)),
    tx.delete(addressChanges).where(and(isForgottenChange, condition)),
    auditedDelete(tx, context, withdrawals, { ...withdrawal, onlyIf: and(not(isEvidence), condition) }),
    auditedUpdate(tx, context, withdrawals, {
      ...withdrawal,
      onlyIf: and(isEvidence, or(isNotNull(handledAt), hasKnownOrder), condition),
      set: {
        ...erasedValues(withdrawals),
        orderNumber: sql`case when ${isOrderOfPurchase} then ${orderNumber} else 'redacted' end`,
      },
    }),
    tx.execute(forgetMails(context, emails, condition)),
  ] as const;
  return new StatementGroup(statements, ([forgottenPurchases, { changed }]) => ({
    purchases: forgottenPurchases,
    subscriptions: changed.length,
  }));
}
