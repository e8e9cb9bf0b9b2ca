import * as z from 'zod/mini';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { addMonths, monthOf } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { payoutState } from '../../../shared/schemas/payout.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import {
  ledgerCtes,
  type LedgerEntry,
  ledgerEntry,
  referralsCte,
  selectEntries,
} from '../ledger/affiliate-ledger.ts';
import { isOpenPayout, reportedResult, resultColumns } from '../payouts/payout-result.ts';
import { statementMonth } from '../payouts/payout-run.ts';
import { selectStatements, statementSummary } from './list-statements.ts';

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
  const scope = affiliateScope(context, affiliateId);
  const [[owner], sums, recent, openPayouts, newestStatements] = await db.atomically((tx) => [
    tx.select({ id: affiliates.id }).from(affiliates).where(scope),
    tx.execute<LedgerSum>(sumsStatement(scope)),
    selectEntries(tx, scope, { limit: recentEntries }),
    tx
      .select({
        month: statementMonth,
        state: payouts.state,
        amount_cents: payouts.amountCents,
        payout_email: payouts.payoutEmail,
        ...resultColumns,
      })
      .from(payouts)
      .innerJoin(statements, eq(statements.id, payouts.statementId))
      .innerJoin(affiliates, eq(affiliates.id, statements.affiliateId))
      .where(and(scope, isOpenPayout))
      .orderBy(statements.month),
    selectStatements(tx, scope).limit(recentStatements),
  ]);
  if (!owner) throw problem('affiliate-not-found');
  const earned = sums.filter(({ state }) => state !== 'On hold');
  const inState = (state: LedgerEntry['state']) => sums.filter((row) => row.state === state);
  const months = Array.from({ length: reportMonths }, (_, index) => {
    const month = addMonths(monthOf(now), index + 1 - reportMonths);
    const ofMonth = earned.filter((row) => row.month === month);
    return { month, referrals: referralsOf(ofMonth), earned_cents: centsOf(ofMonth) };
  });
  return {
    totals: {
      referrals: referralsOf(sums),
      earned_cents: centsOf(earned),
      waiting_cents: centsOf(inState('Pending')),
      held_cents: centsOf(inState('On hold')),
      under_review_cents: centsOf(inState('Under review')),
      paid_cents: centsOf(inState('Paid')),
    },
    open_payouts: openPayouts,
    months: recent.length === 0 ? [] : months,
    recent: recent.map(({ entry }) => entry),
    statements: newestStatements,
  };
}

/** The entries of a month with a state, added up; or, without a state, the number of the month's new referrals. US cents. */
type LedgerSum = {
  readonly month: string;
  readonly state: LedgerEntry['state'] | null;
  readonly cents: number;
  readonly referrals: number;
};

/** SELECT of the `LedgerSum` rows. */
function sumsStatement(scope: SQL): SQL {
  return sql`with ${ledgerCtes(scope)},
  ${referralsCte},
  counted as (
    select occurred_at as at, entry_state as state, amount_cents as cents, 0 as referral from entries
    union all
    select first_at, null, 0, 1 from referrals
  )
  select to_char(at at time zone 'UTC', 'YYYY-MM') as month, state, sum(cents)::int as cents,
    sum(referral)::int as referrals
  from counted group by 1, 2`;
}

function centsOf(sums: readonly LedgerSum[]): number {
  return sums.reduce((total, { cents }) => total + cents, 0);
}

function referralsOf(sums: readonly LedgerSum[]): number {
  return sums.reduce((total, { referrals }) => total + referrals, 0);
}
