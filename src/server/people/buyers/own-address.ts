import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { normaliseEmail } from '../../../shared/email.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { oneRow } from '../../frame/db/sql.ts';

/**
 * SQL condition: the column has the buyer's address. Letter case does not matter. Gmail ignores dots and `+tags`, so their
 * spellings are one mailbox. At other hosts another spelling may be another person's mailbox. The first half uses the column's
 * index.
 */
export function isSameMailbox(column: SQL, email: string): SQL {
  return sql`(normalise_email(${column}) = ${normaliseEmail(email)} and mailbox_key(${column}) = mailbox_key(${email}))`;
}

/** SQL condition: a row of `purchases` was paid from the buyer's address. Only the payer may cancel. */
export function isPayer(email: string): SQL {
  return sql`coalesce(payer_email_key = ${normaliseEmail(email)} and ${isSameMailbox(sql`payer_email`, email)}, false)`;
}

/** SQL condition: a row of `purchases` was paid from the buyer's address, or its receipt goes there. */
export function isOwnPurchase(email: string): SQL {
  return sql`(
    payer_email_key = ${normaliseEmail(email)} and ${isSameMailbox(sql`payer_email`, email)}
    or ${isSameMailbox(sql`receipt_email`, email)}
  )`;
}

/**
 * Throws `address-spelling-differs` if there are records with another spelling that the export and the erasure would include,
 * but that are another person's: paid purchases, and confirmed subscriptions. Anybody can make other records with any address, so
 * they hold nothing up.
 */
export async function assertOnlyOwnSpelling({ db }: Pick<Context, 'db'>, email: string): Promise<void> {
  const key = normaliseEmail(email);
  const differs = (table: SQL, column: SQL) =>
    sql`exists (select from ${table} where normalise_email(${column}) = ${key} and not ${isSameMailbox(column, email)})`;
  const { differ } = await oneRow(
    db,
    sql`select exists (select from purchases where payer_email_key = ${key} and not ${isSameMailbox(sql`payer_email`, email)})
      or ${differs(sql`purchases`, sql`receipt_email`)}
      or ${differs(sql`(select email from newsletter_subscriptions where state = 'confirmed') as reader`, sql`email`)} as differ`,
    z.object({ differ: z.boolean() }),
  );
  if (differ) throw problem('address-spelling-differs');
}
