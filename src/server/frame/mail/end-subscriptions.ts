import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { normalizeEmail } from '../../../shared/email.ts';
import type { LeaveReason } from '../../../shared/schemas/newsletter.ts';
import type { Context } from '../context/context.ts';
import type { Statements } from '../context/database.ts';
import { mails } from '../db/schema/mails.ts';
import { addressHash, newsletterSubscriptions, suppressedAddresses } from '../db/schema/newsletter.ts';
import { textArray } from '../db/sql.ts';
import { StatementGroup } from '../db/statement-group.ts';

/**
 * Statements that end the subscriptions of these addresses, and cancel their mails that wait. After a bounce or a complaint they also
 * store the hashes of the addresses, so that nobody can ask for letters to them, unless the bounce is not certain.
 */
export function endSubscriptions(
  tx: Statements,
  { now }: Pick<Context, 'now'>,
  emails: readonly string[],
  reason: LeaveReason,
  isCertain = true,
) {
  const isTheirs = (email: PgColumn) =>
    inArray(
      sql`lower(${email})`,
      emails.map((address) => address.toLowerCase()),
    );
  // The index on the addresses of mails has normalized emails.
  const keys = textArray(emails.map(normalizeEmail));
  const isSuppressed = isCertain && (reason === 'bounce' || reason === 'complaint') && emails.length > 0;
  const suppressed = emails.map((email) => ({
    addressHash: addressHash(sql`${email}::text`),
    reason,
    suppressedAt: now,
  }));
  const { state } = newsletterSubscriptions;
  const statements = [
    tx
      .update(newsletterSubscriptions)
      .set({ state: 'left', leftAt: now, leftReason: reason })
      .where(and(isTheirs(newsletterSubscriptions.email), ne(state, 'left'))),
    ...(isSuppressed ? [tx.insert(suppressedAddresses).values(suppressed).onConflictDoNothing()] : []),
    tx
      .update(mails)
      .set({ state: 'cancelled', data: null, leasedUntil: null, finishedAt: now })
      .where(
        and(
          inArray(mails.kind, ['letter', 'affiliate-letter', 'newsletter-confirmation']),
          eq(mails.state, 'waiting'),
          sql`normalise_email(${mails.address}) = any (${keys})`,
          isTheirs(mails.address),
        ),
      ),
  ];
  return new StatementGroup(statements, () => undefined);
}
