import * as z from 'zod/mini';
import { and, eq, sql, type SQL } from 'drizzle-orm';
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
    in_payouts_cents: z
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
  recent: z.array(ledgerEntry).check(z.describe('The newest entries, newest first')),
});

export type ReferralReport = z.infer<typeof referralReport>;

/** Number of entries in the report. */
const recentEntries = 10;

/**
 * Loads everything that the dashboard shows about an affiliate's referrals, in one round trip. Without an id, reports about the
 * caller's own affiliate. Throws `affiliate-not-found`, also for another affiliate's id unless the caller is an admin.
 */
export async function reportReferrals(
  context: Context,
  affiliateId: string | undefined,
): Promise<ReferralReport> {
  const scope = affiliateScope(context, affiliateId);
  const [[owner], sums, recent, openPayouts] = await context.db.atomically((tx) => [
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
  ]);
  if (!owner) throw problem('affiliate-not-found');
  const earned = sums.filter(({ state }) => state !== 'On hold');
  const inState = (state: LedgerEntry['state']) => sums.filter((row) => row.state === state);
  return {
    totals: {
      referrals: sums.reduce((total, { referrals }) => total + referrals, 0),
      earned_cents: centsOf(earned),
      waiting_cents: centsOf(inState('Pending')),
      held_cents: centsOf(inState('On hold')),
      in_payouts_cents: centsOf(inState('In a payout')),
      paid_cents: centsOf(inState('Paid')),
    },
    open_payouts: openPayouts,
    recent: recent.map(({ entry }) => entry),
  };
}

/** The entries with a state, added up; or, without a state, the number of referrals. US cents. */
type LedgerSum = {
  readonly state: LedgerEntry['state'] | null;
  readonly cents: number;
  readonly referrals: number;
};

/** SELECT of the `LedgerSum` rows. */
function sumsStatement(scope: SQL): SQL {
  return sql`with ${ledgerCtes(scope)},
  ${referralsCte}
  select entry_state as state, sum(amount_cents)::int as cents, 0 as referrals from entries group by 1
  union all
  select null, 0, count(*)::int from referrals`;
}

function centsOf(sums: readonly LedgerSum[]): number {
  return sums.reduce((total, { cents }) => total + cents, 0);
}
