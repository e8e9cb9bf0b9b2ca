import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { writeCsv } from '../../shared/csv.ts';
import { addMonths, monthOf, monthStart } from '../../shared/dates.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import { affiliateScope } from './find-affiliate.ts';
import { ledgerCtes, ledgerEntry, newestEntries, storedEntry } from './ledger.ts';

/** The query of a report. */
export const referralsQuery = z.object({ format: z._default(z.enum(['json', 'csv']), 'json') });

/** An affiliate's referrals. US cents. Commissions on hold count neither as pending nor as earned. */
export const referralReport = z.object({
  totals: z.object({
    referrals: z.number(),
    pending_cents: z.number(),
    paid_cents: z.number(),
    earned_cents: z.number(),
  }),
  months: z
    .array(z.object({ month: z.string(), referrals: z.number(), earned_cents: z.number() }))
    .check(z.describe('The last twelve UTC months, oldest first; empty before the first entry')),
  recent: z.array(ledgerEntry).check(z.describe('The newest entries, newest first')),
});

export type ReferralReport = z.infer<typeof referralReport>;

/** Number of entries in the report. */
const recentEntries = 50;

/** Number of months in the report. */
const reportMonths = 12;

/** Reports the caller's own referrals from the ledger, in one round trip. Throws `affiliate-not-found`. */
export async function reportReferrals(context: Context): Promise<ReferralReport> {
  const { db, now } = context;
  const months = Array.from({ length: reportMonths }, (_, index) =>
    addMonths(monthOf(now), index + 1 - reportMonths),
  );
  const { known, totals, recent, ...counted } = await oneRow(
    db,
    reportStatement(affiliateScope(context), months[0] ?? monthOf(now)),
    z.extend(referralReport, { known: z.boolean(), recent: z.array(storedEntry) }),
  );
  if (!known) throw problem('affiliate-not-found');
  if (recent.length === 0) return { totals, months: [], recent };
  const byMonth = new Map(counted.months.map((row) => [row.month, row]));
  return {
    totals,
    months: months.map((month) => byMonth.get(month) ?? { month, referrals: 0, earned_cents: 0 }),
    recent,
  };
}

/**
 * SELECT of a report. A referral is a purchase with a positive commission; it counts in the month of its first
 * commission.
 */
function reportStatement(condition: SQL, firstMonth: string): SQL {
  return sql`with ${ledgerCtes(condition)},
  referrals as (
    select min(occurred_at) as first_at from entries where kind in ('commission', 'reattribution')
    group by purchase_id having sum(amount_cents) > 0
  ),
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
      'pending_cents', (select coalesce(sum(amount_cents), 0) from entries where entry_state = 'Pending'),
      'paid_cents', (select coalesce(sum(amount_cents), 0) from entries where entry_state = 'Paid'),
      'earned_cents', (select coalesce(sum(cents), 0) from counted)
    ) as totals,
    (select coalesce(json_agg(months), '[]') from months) as months,
    ${newestEntries(recentEntries)} as recent`;
}

const csvHeader = [
  'date',
  'plan',
  'kind',
  'commission_usd',
  'rate_percent',
  'base_usd',
  'explanation',
  'state',
];

/** Exports the caller's whole ledger as CSV, newest first, amounts in dollars. Throws `affiliate-not-found`. */
export async function exportReferrals(context: Context): Promise<string> {
  const { known, entries } = await oneRow(
    context.db,
    sql`with ${ledgerCtes(affiliateScope(context))}
      select exists (select 1 from own) as known, ${newestEntries(null)} as entries`,
    z.object({ known: z.boolean(), entries: z.array(storedEntry) }),
  );
  if (!known) throw problem('affiliate-not-found');
  const rows = entries.map((entry) => [
    entry.date,
    entry.plan,
    entry.kind,
    { cents: entry.amount_cents },
    entry.rate_basis_points / 100,
    { cents: entry.base_cents },
    entry.explanation,
    entry.state,
  ]);
  return writeCsv([csvHeader, ...rows]);
}
