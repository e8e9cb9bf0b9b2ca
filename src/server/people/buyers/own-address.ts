import { and, eq, not, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { normalizeEmail } from '../../../shared/email.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { newsletterSubscriptions } from '../../frame/db/schema/newsletter.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';

/**
 * SQL condition: the column has the buyer's address. Letter case does not matter. Gmail ignores dots and `+tags`, so their
 * spellings are one mailbox. At other hosts another spelling may be another person's mailbox. The first half uses the column's
 * index.
 */
function isSameMailbox(column: PgColumn, email: string | PgColumn): SQL {
  return sql`(${hasEmail(column, email)} and mailbox_key(${column}) = mailbox_key(${email}))`;
}

/** SQL condition: the column has the email, in any spelling of `normalizeEmail`. */
export function hasEmail(column: PgColumn, email: string | PgColumn): SQL {
  return sql`normalise_email(${column}) = ${keyOf(email)}`;
}

/** The key by which addresses are compared. */
function keyOf(email: string | PgColumn): SQL {
  return typeof email === 'string' ? sql`${normalizeEmail(email)}` : sql`normalise_email(${email})`;
}

function isPaidFrom(email: string | PgColumn): SQL {
  const { payerEmailKey, payerEmail } = purchases;
  return sql`(${payerEmailKey} = ${keyOf(email)} and ${isSameMailbox(payerEmail, email)})`;
}

/** SQL condition: a row of `purchases` was paid from the buyer's address. Only the payer may cancel, and gets money back by one press. */
export function isPayer(email: string | PgColumn): SQL<boolean> {
  return sql`coalesce(${isPaidFrom(email)}, false)`;
}

/** SQL condition: a row of `purchases` was paid from the buyer's address, or its receipt goes there. */
export function isOwnPurchase(email: string | PgColumn): SQL {
  return sql`(${isPaidFrom(email)} or ${isSameMailbox(purchases.receiptEmail, email)})`;
}

/**
 * Throws `address-spelling-differs` if there are records with another spelling that the export and the erasure would include,
 * but that are another person's: paid purchases, and confirmed subscriptions. Anybody can make other records with any address, so
 * they hold nothing up.
 */
export async function assertOnlyOwnSpelling({ db }: Pick<Context, 'db'>, email: string): Promise<void> {
  const { payerEmailKey, payerEmail, receiptEmail } = purchases;
  const differs = (column: PgColumn) => and(hasEmail(column, email), not(isSameMailbox(column, email)));
  const isOthersPayment = and(
    eq(payerEmailKey, normalizeEmail(email)),
    not(isSameMailbox(payerEmail, email)),
  );
  const subscriptions = newsletterSubscriptions;
  const isOthersSubscription = and(eq(subscriptions.state, 'confirmed'), differs(subscriptions.email));
  const others = await db.atomically((tx) => [
    tx.select({ id: purchases.id }).from(purchases).where(isOthersPayment).limit(1),
    tx.select({ id: purchases.id }).from(purchases).where(differs(receiptEmail)).limit(1),
    tx.select({ id: subscriptions.id }).from(subscriptions).where(isOthersSubscription).limit(1),
  ]);
  if (others.some(({ length }) => length > 0)) throw problem('address-spelling-differs');
}
