import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { addMonths, monthOf, monthStart } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { payoutState } from '../../../shared/schemas/payout.ts';
import type { Context } from '../../frame/context/context.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { statementSummary, statementSummaryFields } from './list-statements.ts';
import { reportedResult, resultFields } from '../payouts/payout-result.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import {
  ledgerCtes,
  ledgerEntry,
  newestEntries,
  referralsCte,
  storedEntry,
} from '../ledger/affiliate-ledger.ts';

/**
 * An affiliate's referrals and earnings. US cents. Waiting, in payouts and paid add up to earned; commissions on hold are in
 * none of them.
 */
export const referralReport = z.object({
  totals: z.object({
    referrals: z.number(),
    earned_cents: z.number(),
    waiting_cents: z.number().check(z.describe('Earned, and in no payout yet')),
    held_cents: z.number().check(z.describe('On hold; not part of the earned amount')),
    under_review_cents: z
      .number()
      .check(
        z.describe(
          'In payouts that are not paid yet: under review, approved, unclaimed, returned or blocked',
        ),
      ),
    paid_cents: z.number(),
  }),
  open_payouts: z
    .array(
      z.object({
        month: z.string().check(z.describe('The month of the statement, YYYY-MM')),
        state: payoutState,
        amount_cents: z.number(),
        payout_email: z.nullable(z.string()),
        ...reportedResult.shape,
      }),
    )
    .check(z.describe('Payouts that are proposed or approved, oldest first')),
  months: z
    .array(z.object({ month: z.string(), referrals: z.number(), earned_cents: z.number() }))
    .check(z.describe('The last twelve UTC months, oldest first; empty before the first entry')),
  recent: z.array(ledgerEntry).check(z.describe('The newest entries, newest first')),
  statements: z.array(statementSummary).check(z.describe('The newest statements, newest first')),
});

export type ReferralReport = z.infer<typeof referralReport>;

/** Number of entries in the report. */
const recentEntries = 10;

/** Number of months in the report. */
const reportMonths = 12;

/** Number of statements in the report. */
const recentStatements = 3;

/**
 * Loads everything that the dashboard shows about an affiliate's referrals, in one round trip. Without an id, reports about the
 * caller's own affiliate. Throws `affiliate-not-found`, also for another affiliate's id unless the caller is an admin.
 */
export async function reportReferrals(
  context: Context,
  affiliateId: string | undefined,
): Promise<ReferralReport> {
  const { db, now } = context;
  const months = Array.from({ length: reportMonths }, (_, index) =>
    addMonths(monthOf(now), index + 1 - reportMonths),
  );
  const { known, ...report } = await oneRow(
    db,
    reportStatement(affiliateScope(context, affiliateId), months[0] ?? monthOf(now)),
    z.extend(referralReport, { known: z.boolean(), recent: z.array(storedEntry) }),
  );
  if (!known) throw problem('affiliate-not-found');
  if (report.recent.length === 0) return { ...report, months: [] };
  const byMonth = new Map(report.months.map((row) => [row.month, row]));
  return {
    ...report,
    months: months.map((month) => byMonth.get(month) ?? { month, referrals: 0, earned_cents: 0 }),
  };
}

/** SELECT of a report. */
function reportStatement(scope: SQL, firstMonth: string): SQL {
  return sql`with ${ledgerCtes(scope)},
  ${referralsCte},
  counted as (
    select occurred_at as at, 0 as referral, amount_cents as cents from entries where entry_state <> 'On hold'
    union all
    select first_at, 1, 0 from referrals
  ),
  months as (
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, sum(referral)::int as referrals,
      sum(cents)::int as earned_cents
    from counted where at >= ${timestamptz(monthStart(firstMonth))} group by 1
  )
  select exists (select 1 from own) as known,
    json_build_object(
      'referrals', (select count(*) from referrals),
      'earned_cents', ${sumOf(sql`entry_state <> 'On hold'`)},
      'waiting_cents', ${sumOf(sql`entry_state = 'Pending'`)},
      'held_cents', ${sumOf(sql`entry_state = 'On hold'`)},
      'under_review_cents', ${sumOf(sql`entry_state = 'Under review'`)},
      'paid_cents', ${sumOf(sql`entry_state = 'Paid'`)}
    ) as totals,
    (select coalesce(json_agg(months), '[]') from months) as months,
    ${newestEntries(recentEntries)} as recent,
    ${openPayouts} as open_payouts,
    ${newestStatements} as statements`;
}

/** The sum of the entries that match a condition. */
function sumOf(condition: SQL): SQL {
  return sql`(select coalesce(sum(amount_cents), 0) from entries where ${condition})`;
}

const openPayouts = sql`(
  select coalesce(json_agg(json_build_object(
    'month', to_char(month, 'YYYY-MM'), 'state', state, 'amount_cents', amount_cents, 'payout_email', payout_email,
    ${resultFields}
  ) order by month), '[]')
  from payouts join statements on statements.id = payouts.statement_id
  where affiliate_id in (select id from own) and state in ('proposed', 'approved'))`;

const newestStatements = sql`(
  select coalesce(json_agg(json_build_object(${statementSummaryFields}) order by statements.month desc), '[]')
  from (
    select * from statements where affiliate_id in (select id from own) order by month desc limit ${recentStatements}::int
  ) statements left join payouts on payouts.statement_id = statements.id)`;
