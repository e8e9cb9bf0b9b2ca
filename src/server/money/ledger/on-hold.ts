import { isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import { statementEntries } from '../../frame/db/schema/statements.ts';

/** Another entry of the row's payment and affiliate. */
const other = alias(commissionEntries, 'other');

interface Options {
  /** Condition on `commission_holds` for an open hold. */
  readonly isOpen?: SQL;
  /** The end of a month that is closed. Entries are exempt only if all entries without a statement are before it. */
  readonly until?: SQL;
}

/**
 * Condition: the row `commission_entries` is on hold, because its payment has an open hold. Entries are exempt if they take
 * back a commission that is in a statement of the same affiliate, because that commission was paid, or is about to be. All
 * entries of the payment without a statement are exempt together, so at most the amount in the statement is taken back.
 */
export function onHold({ isOpen = isNull(commissionHolds.releasedAt), until }: Options = {}): SQL {
  const isBeforeEnd = until ? sql`bool_and(${other.occurredAt} < ${until})` : sql`true`;
  return sql`(
  exists (
    select 1 from ${commissionHolds}
    where ${commissionHolds.paymentId} = ${commissionEntries.paymentId} and ${isOpen}
  ) and not (
    exists ${fromSameLedger(sql`1`, isInStatement)}
    and coalesce(${fromSameLedger(sql`sum(${other.amountCents}) < 0 and ${isBeforeEnd}`, sql`not ${isInStatement}`)}, false)
  )
)`;
}

const isInStatement = sql`exists (select 1 from ${statementEntries} where ${statementEntries.entryId} = ${other.id})`;

/** Subquery over the entries of the row's payment and affiliate. */
function fromSameLedger(expression: SQL, condition: SQL): SQL {
  return sql`(
  select ${expression} from ${commissionEntries} other
  where ${other.paymentId} = ${commissionEntries.paymentId}
    and ${other.affiliateId} = ${commissionEntries.affiliateId} and ${condition}
)`;
}
