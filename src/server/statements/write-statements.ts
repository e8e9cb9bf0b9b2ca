import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { addMonths, monthStart } from '../../shared/dates.ts';
import { type ProgramTerms, termsOfMonth } from '../../shared/program.ts';
import type { Database } from '../db/database.ts';
import { lastRow, timestamptz } from '../db/sql.ts';
import { onHold } from '../ledger/on-hold.ts';

const counts = z.object({ statements: z.number(), payouts: z.number(), paid_cents: z.number() });

/** What a closed month came to; US cents. */
export type ClosedMonth = { readonly month: string } & z.infer<typeof counts>;

/**
 * What goes into a WITH: `due`, the entries until `end` that stand in no statement and wait for no
 * hold; `back`, payouts rejected until then.
 */
const openItems = (end: SQL): SQL => sql`
  due as (
    select id, affiliate_id, amount_cents from commission_entries
    where occurred_at < ${end}
      and not exists (select 1 from statement_entries where entry_id = commission_entries.id)
      and not ${onHold({ isOpen: sql`(released_at is null or released_at >= ${end})`, until: end })}
  ),
  back as (
    select payouts.id, statements.affiliate_id, payouts.amount_cents
    from payouts join statements on statements.id = payouts.statement_id
    where payouts.state = 'rejected' and payouts.rejected_at < ${end}
      and not exists (select 1 from statement_returns where payout_id = payouts.id)
  )`;

/** What goes into a WITH: `balances` of all affiliates that have one or an entry, with why each is not paid out. */
const balances = ({ minimumPayoutCents }: ProgramTerms): SQL => sql`
  previous as (
    select distinct on (affiliate_id) affiliate_id, closing_cents from statements
    order by affiliate_id, month desc
  ),
  sums as (
    select affiliate_id, sum(opening)::int as opening, sum(earned)::int as earned, sum(returned)::int as returned
    from (
      select affiliate_id, closing_cents as opening, 0 as earned, 0 as returned from previous
        where closing_cents <> 0
      union all select affiliate_id, 0, amount_cents, 0 from due
      union all select affiliate_id, 0, 0, amount_cents from back
    ) as parts
    group by affiliate_id
  ),
  people as (
    select id, payout_email, no_minimum, closed_at from affiliates
    where id in (select affiliate_id from sums) order by id for share
  ),
  balances as (
    select sums.*, total, payout_email, no_minimum, case
        when total = 0 then null
        when total < 0 then 'negative'
        when closed_at is not null then 'closed'
        when total < ${minimumPayoutCents}::int and not no_minimum then 'below-minimum'
        when payout_email is null then 'no-payout-email'
      end::carried_reason as reason
    from sums join people on people.id = sums.affiliate_id
      cross join lateral (select opening + earned + returned as total) as added
  )`;

/**
 * Writes a month's statements, their entries, what comes back of rejected payouts, and the payouts, and marks the
 * month closed: one statement, so that all of it sees the same ledger, sent after those of `before`, which lock and check.
 */
export const writeStatements = async (
  db: Pick<Database, 'batch'>,
  month: string,
  now: Date,
  before: readonly SQL[],
): Promise<ClosedMonth> => {
  const end = timestamptz(monthStart(addMonths(month, 1)));
  const first = sql`${`${month}-01`}::date`;
  const at = timestamptz(now);
  const terms = termsOfMonth(month);
  const written = sql`with ${openItems(end)}, ${balances(terms)},
      written as (
        insert into statements (
          id, affiliate_id, month, opening_cents, entries_cents, returned_cents, paid_cents, closing_cents,
          threshold_cents, no_minimum, terms_version, carried_reason, closed_at
        )
        select gen_random_uuid(), affiliate_id, ${first}, opening, earned + returned, returned,
          case when reason is null then total else 0 end, case when reason is null then 0 else total end,
          ${terms.minimumPayoutCents}::int, no_minimum, ${terms.version}::text, reason, ${at}
        from balances
        returning id, affiliate_id, paid_cents
      ),
      counted as (
        insert into statement_entries (statement_id, entry_id, affiliate_id)
        select written.id, due.id, affiliate_id from due join written using (affiliate_id)
      ),
      returned as (
        insert into statement_returns (payout_id, statement_id, affiliate_id)
        select back.id, written.id, affiliate_id from back join written using (affiliate_id)
      ),
      proposed as (
        insert into payouts (id, statement_id, amount_cents, payout_email, created_at)
        select gen_random_uuid(), written.id, paid_cents, payout_email, ${at}
        from written join balances using (affiliate_id)
        where paid_cents > 0
        returning amount_cents
      ),
      marked as (insert into closed_months (month, closed_at) values (${first}, ${at}))
      select (select count(*)::int from written) as statements,
        (select count(*)::int from proposed) as payouts,
        (select coalesce(sum(amount_cents), 0)::int from proposed) as paid_cents`;
  return { month, ...(await lastRow(db, [...before, written], counts)) };
};
