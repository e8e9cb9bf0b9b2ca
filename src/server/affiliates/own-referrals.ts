import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { addMonths, monthOf, monthStart } from '../../shared/dates.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import { ledgerEntry, ledgerOf, newestEntries, storedEntry, whoseLedger } from './ledger.ts';

/** How a report of referrals is asked for. */
export const referralsQuery = z.object({ format: z._default(z.enum(['json', 'csv']), 'json') });

/** An affiliate's referrals. US cents; what is on hold is neither pending nor earned yet. */
export const referralReport = z.object({
  totals: z.object({
    referrals: z.number(),
    pending_cents: z.number(),
    paid_cents: z.number(),
    earned_cents: z.number(),
  }),
  months: z
    .array(z.object({ month: z.string(), referrals: z.number(), earned_cents: z.number() }))
    .check(z.describe('The last twelve UTC months, oldest first; none before the first entry')),
  recent: z.array(ledgerEntry).check(z.describe('The newest entries, newest first')),
});

export type ReferralReport = z.infer<typeof referralReport>;

const outcome = z.extend(referralReport, { known: z.boolean(), recent: z.array(storedEntry) });

/** Entries that the report shows one by one. */
const recentEntries = 50;

const monthsShown = 12;

/** So many UTC months in order, this one the last. */
const lastMonths = (now: Date): readonly string[] =>
  Array.from({ length: monthsShown }, (_, index) => addMonths(monthOf(now), index + 1 - monthsShown));

/** A referral is a purchase that earns the affiliate something; it counts in the month of its first commission. */
const statement = (whose: SQL, firstMonth: string) => sql`with ${ledgerOf(whose)},
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

/**
 * The caller's own referrals from the ledger, in one round trip. Throws `affiliate-not-found` without a record.
 */
export const ownReferrals = async (context: Context): Promise<ReferralReport> => {
  const { db, now } = context;
  const whose = whoseLedger(context, undefined);
  const shown = lastMonths(now);
  const question = statement(whose.where, shown[0] ?? monthOf(now));
  const { known, totals, months, recent } = await oneRow(db, question, outcome);
  if (!known) throw problem(whose.missing);
  if (recent.length === 0) return { totals, months: [], recent };
  const found = new Map(months.map((row) => [row.month, row]));
  return {
    totals,
    months: shown.map((month) => found.get(month) ?? { month, referrals: 0, earned_cents: 0 }),
    recent,
  };
};
