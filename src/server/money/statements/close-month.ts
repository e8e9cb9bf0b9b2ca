import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { addMonths, monthOf, monthStart } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { type ProgramTerms, termsOfMonth } from '../../../shared/program.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Database } from '../../frame/context/database.ts';
import { isConcurrentUpdate } from '../../frame/db/errors.ts';
import { lastRow, lockKeys, oneRow, timestamptz } from '../../frame/db/sql.ts';
import { onHold } from '../ledger/on-hold.ts';
import { queueMails, wantsMail } from '../../frame/mail/queue-mails.ts';

/**
 * Closes a UTC month (`YYYY-MM`) and every open month before it, in order: writes the statements of all affiliates, and
 * proposes a payout for each balance that is due. Returns the months that this call closed. Idempotent, and safe to call
 * concurrently. Throws `month-not-over`.
 */
export async function closeMonth(
  context: Pick<Context, 'db' | 'now'>,
  month: string,
): Promise<readonly ClosedMonth[]> {
  if (monthStart(addMonths(month, 1)) > context.now) throw problem('month-not-over');
  const closed: ClosedMonth[] = [];
  for (;;) {
    const result = await closeNextMonth(context, month);
    if (result === 'none-open') return closed;
    if (result !== 'closed-by-other') closed.push(result);
  }
}

/** Closes every open month that is over. Returns the months that this call closed. */
export function closeMonths(context: Pick<Context, 'db' | 'now'>): Promise<readonly ClosedMonth[]> {
  return closeMonth(context, addMonths(monthOf(context.now), -1));
}

const lastClosed = sql`(select to_char(max(month), 'YYYY-MM') from closed_months)`;

/** Closes the first open month up to `month`. If no month is closed yet, it is the month of the oldest ledger entry. */
async function closeNextMonth(
  { db, now }: Pick<Context, 'db' | 'now'>,
  month: string,
): Promise<ClosedMonth | 'none-open' | 'closed-by-other'> {
  const { last, first } = await oneRow(
    db,
    sql`select ${lastClosed} as last,
      (select to_char(min(occurred_at) at time zone 'UTC', 'YYYY-MM') from commission_entries) as first`,
    z.object({ last: z.nullable(z.string()), first: z.nullable(z.string()) }),
  );
  const next = (last === null ? first : addMonths(last, 1)) ?? month;
  if (next > month) return 'none-open';
  try {
    // The lock lets one caller close a month at a time; the check then finds out whether another caller was first.
    return await writeStatements(db, next, now, [
      lockKeys(['close-month']),
      sql`select assert_unchanged(${last}::text, ${lastClosed})`,
    ]);
  } catch (error) {
    if (isConcurrentUpdate(error)) return 'closed-by-other';
    throw error;
  }
}

const counts = z.object({ statements: z.number(), payouts: z.number(), paid_cents: z.number() });

/** A closed month with the number of its statements and payouts. US cents. */
export type ClosedMonth = { readonly month: string } & z.infer<typeof counts>;

/**
 * Writes the statements of a month with their entries and returned payouts, proposes payouts, writes the affiliates' mails, and
 * marks the month as closed.
 * A single SQL statement does all of it on one snapshot of the ledger. The statements of `before` run first in the same batch.
 */
async function writeStatements(
  db: Pick<Database, 'batch'>,
  month: string,
  now: Date,
  before: readonly SQL[],
): Promise<ClosedMonth> {
  const end = timestamptz(monthStart(addMonths(month, 1)));
  const firstDay = sql`${`${month}-01`}::date`;
  const closedAt = timestamptz(now);
  const terms = termsOfMonth(month);
  const ready = queueMails(
    { now },
    {
      kind: 'statement-ready',
      subjectId: sql`written.id`,
      address: sql`payees.email`,
      data: {
        name: sql`payees.name`,
        month: sql`${month}::text`,
        statement_id: sql`written.id`,
        earned_cents: sql`balances.earned`,
        paid_cents: sql`written.paid_cents`,
        closing_cents: sql`written.closing_cents`,
      },
      from: sql`written join balances using (affiliate_id) join payees on payees.id = affiliate_id
        where ${wantsMail(sql`payees`, 'statement-ready')}`,
    },
  );
  const write = sql`with ${openItems(end)}, ${balances(terms)},
      written as (
        insert into statements (
          id, affiliate_id, month, opening_cents, entries_cents, returned_cents, paid_cents, closing_cents,
          threshold_cents, no_minimum, terms_version, carried_reason, closed_at
        )
        select gen_random_uuid(), affiliate_id, ${firstDay}, opening, earned + returned, returned,
          case when reason is null then total else 0 end, case when reason is null then 0 else total end,
          ${terms.minimumPayoutCents}::int, no_minimum, ${terms.version}::text, reason, ${closedAt}
        from balances
        returning id, affiliate_id, paid_cents, closing_cents
      ),
      entry_rows as (
        insert into statement_entries (statement_id, entry_id, affiliate_id)
        select written.id, due.id, affiliate_id from due join written using (affiliate_id)
      ),
      return_rows as (
        insert into statement_returns (payout_id, statement_id, affiliate_id)
        select back.id, written.id, affiliate_id from back join written using (affiliate_id)
      ),
      proposed as (
        insert into payouts (id, statement_id, amount_cents, payout_email, created_at)
        select gen_random_uuid(), written.id, paid_cents, payout_email, ${closedAt}
        from written join balances using (affiliate_id)
        where paid_cents > 0
        returning amount_cents
      ),
      ready as (${ready}),
      month_row as (insert into closed_months (month, closed_at) values (${firstDay}, ${closedAt}))
      select (select count(*)::int from written) as statements,
        (select count(*)::int from proposed) as payouts,
        (select coalesce(sum(amount_cents), 0)::int from proposed) as paid_cents`;
  return { month, ...(await lastRow(db, [...before, write], counts)) };
}

/**
 * CTEs with the items that a statement can take up to `end`: `due`, entries that are in no statement and not on hold, and
 * `back`, rejected payouts that did not return yet.
 */
function openItems(end: SQL): SQL {
  return sql`
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
}

/**
 * CTEs that end with `balances`: every affiliate with a balance or an open item, and the reason why the balance is not paid
 * out (null if it is).
 */
function balances({ minimumPayoutCents }: ProgramTerms): SQL {
  return sql`
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
  payees as (
    select id, name, email, muted_mails, payout_email, closed_at, no_minimum or left_at is not null as no_minimum from affiliates
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
    from sums join payees on payees.id = sums.affiliate_id
      cross join lateral (select opening + earned + returned as total) as added
  )`;
}
