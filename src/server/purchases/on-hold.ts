import { type SQL, sql } from 'drizzle-orm';

interface When {
  /** Whether a hold counts as open. */
  readonly isOpen?: SQL;
  /** The end of what is looked at; what is to be taken back with something of later waits for that. */
  readonly until?: SQL;
}

/** Something of the other entries of the row's payment and affiliate. */
const ofTheSame = (what: SQL, where: SQL): SQL => sql`(
  select ${what} from commission_entries other
  where other.payment_id = commission_entries.payment_id
    and other.affiliate_id = commission_entries.affiliate_id and ${where}
)`;

const isStated = sql`exists (select 1 from statement_entries where entry_id = other.id)`;

/**
 * Whether the row `commission_entries` waits for an open hold of its payment. What takes back a commission that already stands
 * in a statement of the same affiliate waits for none, since it was paid, or is about to be; what was added since, and would
 * wait, is taken back with it, so that no more is taken than stands there.
 */
export const onHold = ({ isOpen = sql`released_at is null`, until }: When = {}): SQL => sql`(
  exists (
    select 1 from commission_holds
    where commission_holds.payment_id = commission_entries.payment_id and ${isOpen}
  ) and not (
    exists ${ofTheSame(sql`1`, isStated)}
    and coalesce(${ofTheSame(
      sql`sum(other.amount_cents) < 0 and ${until ? sql`bool_and(other.occurred_at < ${until})` : sql`true`}`,
      sql`not ${isStated}`,
    )}, false)
  )
)`;
