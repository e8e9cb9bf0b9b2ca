import { sql, type SQL } from 'drizzle-orm';
import { addMonths, monthOf, monthStart } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { type ProgramTerms, termsOfMonth } from '../../../shared/program.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Database } from '../../frame/context/database.ts';
import { isConcurrentUpdate } from '../../frame/db/errors.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { commissionEntries, commissionHolds } from '../../frame/db/schema/ledger.ts';
import {
  closedMonths,
  payouts,
  statementEntries,
  statementReturns,
  statements,
} from '../../frame/db/schema/statements.ts';
import { builder, insertSelect, lockKeys, only, timestamptz } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
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

const lastClosed = sql<string | null>`to_char(max(${closedMonths.month}), 'YYYY-MM')`;

/** Closes the first open month up to `month`. If no month is closed yet, it is the month of the oldest ledger entry. */
async function closeNextMonth(
  { db, now }: Pick<Context, 'db' | 'now'>,
  month: string,
): Promise<ClosedMonth | 'none-open' | 'closed-by-other'> {
  const firstEntry = sql<
    string | null
  >`to_char(min(${commissionEntries.occurredAt}) at time zone 'UTC', 'YYYY-MM')`;
  const [[closed], [entry]] = await db.atomically((tx) => [
    tx.select({ last: lastClosed }).from(closedMonths),
    tx.select({ first: firstEntry }).from(commissionEntries),
  ]);
  const last = closed?.last ?? null;
  const next = (last === null ? entry?.first : addMonths(last, 1)) ?? month;
  if (next > month) return 'none-open';
  try {
    // The lock lets one caller close a month at a time; the check then finds out whether another caller was first.
    return await writeStatements(db, next, now, [
      lockKeys(['close-month']),
      sql`select assert_unchanged(${last}::text, (select ${lastClosed} from ${closedMonths}))`,
    ]);
  } catch (error) {
    if (isConcurrentUpdate(error)) return 'closed-by-other';
    throw error;
  }
}

type Counts = { readonly statements: number; readonly payouts: number; readonly paid_cents: number };

/** A closed month with the number of its statements and payouts. US cents. */
export type ClosedMonth = { readonly month: string } & Counts;

/**
 * Writes the statements of a month with their entries and returned payouts, proposes payouts, writes the affiliates' mails, and
 * marks the month as closed.
 * A single SQL statement does all of it on one snapshot of the ledger. The statements of `before` run first in the same batch.
 */
async function writeStatements(
  db: Pick<Database, 'atomically'>,
  month: string,
  now: Date,
  before: readonly SQL[],
): Promise<ClosedMonth> {
  const end = timestamptz(monthStart(addMonths(month, 1)));
  const firstDay = `${month}-01`;
  const terms = termsOfMonth(month);
  const ready = queueMails(
    { now },
    {
      kind: 'statement-ready',
      subjectId: sql`written.id`,
      address: sql`payees.email`,
      data: {
        name: sql`payees.name`,
        month,
        statement_id: sql`written.id`,
        earned_cents: sql`balances.earned`,
        paid_cents: sql`written.paid_cents`,
        closing_cents: sql`written.closing_cents`,
      },
      from: sql`written join balances using (affiliate_id) join payees on payees.id = affiliate_id
        where ${wantsMail(sql`payees`, 'statement-ready')}`,
    },
  );
  const { id, affiliateId, paidCents, closingCents } = statements;
  const written = sql`${insertSelect(
    statements,
    {
      id: sql`gen_random_uuid()`,
      affiliateId: sql`affiliate_id`,
      month: firstDay,
      openingCents: sql`opening`,
      entriesCents: sql`earned + returned`,
      returnedCents: sql`returned`,
      paidCents: sql`case when reason is null then total else 0 end`,
      closingCents: sql`case when reason is null then 0 else total end`,
      thresholdCents: terms.minimumPayoutCents,
      noMinimum: sql`no_minimum`,
      termsVersion: terms.version,
      carriedReason: sql`reason`,
      closedAt: now,
    },
    sql`from balances`,
  )} returning ${id}, ${affiliateId}, ${paidCents}, ${closingCents}`;
  const entryRows = insertSelect(
    statementEntries,
    { statementId: sql`written.id`, entryId: sql`due.id`, affiliateId: sql`affiliate_id` },
    sql`from due join written using (affiliate_id)`,
  );
  const returnRows = insertSelect(
    statementReturns,
    { payoutId: sql`back.id`, statementId: sql`written.id`, affiliateId: sql`affiliate_id` },
    sql`from back join written using (affiliate_id)`,
  );
  const proposed = sql`${insertSelect(
    payouts,
    {
      id: sql`gen_random_uuid()`,
      statementId: sql`written.id`,
      amountCents: sql`paid_cents`,
      payoutEmail: sql`payout_email`,
      createdAt: now,
    },
    sql`from written join balances using (affiliate_id) where paid_cents > 0`,
  )} returning ${payouts.amountCents}`;
  const monthRow = builder.insert(closedMonths).values({ month: firstDay, closedAt: now }).getSQL();
  const write = sql`with ${openItems(end)}, ${balances(terms)},
      written as (${written}),
      entry_rows as (${entryRows}),
      return_rows as (${returnRows}),
      proposed as (${proposed}),
      ready as (${ready}),
      month_row as (${monthRow})
      select (select count(*)::int from written) as statements,
        (select count(*)::int from proposed) as payouts,
        (select coalesce(sum(amount_cents), 0)::int from proposed) as paid_cents`;
  const [, counts] = await db.atomically((tx) => [
    new StatementGroup(
      before.map((statement) => tx.execute(statement)),
      () => undefined,
    ),
    tx.execute<Counts>(write),
  ]);
  return { month, ...only(counts) };
}

/**
 * CTEs with the items that a statement can take up to `end`: `due`, entries that are in no statement and not on hold, and
 * `back`, rejected payouts that did not return yet.
 */
function openItems(end: SQL): SQL {
  const { id, affiliateId, amountCents, occurredAt } = commissionEntries;
  const { releasedAt } = commissionHolds;
  return sql`
  due as (
    select ${id}, ${affiliateId}, ${amountCents} from ${commissionEntries}
    where ${occurredAt} < ${end}
      and not exists (select from ${statementEntries} where ${statementEntries.entryId} = ${id})
      and not ${onHold({ isOpen: sql`(${releasedAt} is null or ${releasedAt} >= ${end})`, until: end })}
  ),
  back as (
    select ${payouts.id}, ${statements.affiliateId}, ${payouts.amountCents}
    from ${payouts} join ${statements} on ${statements.id} = ${payouts.statementId}
    where ${payouts.state} = 'rejected' and ${payouts.rejectedAt} < ${end}
      and not exists (select from ${statementReturns} where ${statementReturns.payoutId} = ${payouts.id})
  )`;
}

/**
 * CTEs that end with `balances`: every affiliate with a balance or an open item, and the reason why the balance is not paid
 * out (null if it is).
 */
function balances({ minimumPayoutCents }: ProgramTerms): SQL {
  const { affiliateId, closingCents } = statements;
  const { id, name, email, mutedMails, payoutEmail, closedAt, noMinimum, leftAt } = affiliates;
  return sql`
  previous as (
    select distinct on (${affiliateId}) ${affiliateId}, ${closingCents} from ${statements}
    order by ${affiliateId}, ${statements.month} desc
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
    select ${id}, ${name}, ${email}, ${mutedMails}, ${payoutEmail}, ${closedAt},
      ${noMinimum} or ${leftAt} is not null as no_minimum
    from ${affiliates}
    where ${id} in (select affiliate_id from sums) order by ${id} for share
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
