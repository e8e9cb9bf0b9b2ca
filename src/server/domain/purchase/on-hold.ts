import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether the row `commission_entries` waits for a hold of its payment, one for which `isOpen` says so. What takes back
 * a commission that already stands in a statement of the same affiliate waits for none: it was paid, or is about to be.
 */
export const onHold = (isOpen: SQL = sql`released_at is null`): SQL => sql`(
  exists (
    select 1 from commission_holds
    where commission_holds.payment_id = commission_entries.payment_id and ${isOpen}
  ) and not (
    commission_entries.amount_cents < 0 and exists (
      select 1 from statement_entries join commission_entries stated on stated.id = statement_entries.entry_id
      where stated.payment_id = commission_entries.payment_id
        and stated.affiliate_id = commission_entries.affiliate_id
    )
  )
)`;
