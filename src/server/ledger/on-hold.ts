import { type SQL, sql } from 'drizzle-orm';

interface Options {
  /** Condition on `commission_holds` for a hold that counts. */
  readonly isOpen?: SQL;
  /** End of the period. A commission whose later entries take it back waits for them. */
  readonly until?: SQL;
}

/**
 * Condition: the row `commission_entries` waits for an open hold of its payment. Entries that take back a commission which
 * already stands in a statement of the same affiliate do not wait, because that commission was paid, or is about to be.
 * Later additions that would wait are taken back as well, so the sum taken back is never more than the statement has.
 */
export function onHold({ isOpen = sql`released_at is null`, until }: Options = {}): SQL {
  const isWithin = until ? sql`bool_and(other.occurred_at < ${until})` : sql`true`;
  return sql`(
  exists (
    select 1 from commission_holds
    where commission_holds.payment_id = commission_entries.payment_id and ${isOpen}
  ) and not (
    exists ${fromSameLedger(sql`1`, isStated)}
    and coalesce(${fromSameLedger(sql`sum(other.amount_cents) < 0 and ${isWithin}`, sql`not ${isStated}`)}, false)
  )
)`;
}

const isStated = sql`exists (select 1 from statement_entries where entry_id = other.id)`;

/** Subquery over the entries of the row's payment and affiliate. */
function fromSameLedger(what: SQL, where: SQL): SQL {
  return sql`(
  select ${what} from commission_entries other
  where other.payment_id = commission_entries.payment_id
    and other.affiliate_id = commission_entries.affiliate_id and ${where}
)`;
}
