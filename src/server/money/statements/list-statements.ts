import * as z from 'zod/mini';
import { desc, eq, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { payoutState } from '../../../shared/schemas/payout.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { carriedReason, payouts, statements } from '../../frame/db/schema/statements.ts';
import { type ColumnsOf, iso } from '../../frame/db/sql.ts';
import { paidYear, selectPaidYears } from '../payouts/paid-years.ts';
import { reportedResult, resultColumns } from '../payouts/payout-result.ts';
import { statementMonth } from '../payouts/payout-run.ts';

/** The affiliate of a statement. */
export const statementOwner = z.object({ id: z.string(), name: z.string(), code: z.string() });

/** A closed month of an affiliate: opening + entries − paid = closing. US cents; `month` is `YYYY-MM`. */
export const statementSummary = z
  .object({
    id: z.string(),
    month: z.string(),
    opening_cents: z.number().check(z.describe('The closing balance of the statement before')),
    entries_cents: z.number().check(z.describe('The sum of the entries and `returned_cents`')),
    returned_cents: z.number().check(z.describe('The sum of rejected payouts that were added back')),
    paid_cents: z.number().check(z.describe('The amount of the payout, from its proposal on')),
    closing_cents: z.number().check(z.describe('The balance carried forward to the next statement')),
    carried_reason: z
      .nullable(z.enum(carriedReason.enumValues))
      .check(z.describe('Why the balance was carried forward instead of paid out')),
    payout_state: z.nullable(payoutState).check(z.describe('Null without a payout')),
    paid_at: z.nullable(z.iso.datetime()),
    payout_result: reportedResult.shape.result,
    payout_result_at: reportedResult.shape.result_at,
  })
  .check(z.meta({ id: 'StatementSummary' }));

export type StatementSummary = z.infer<typeof statementSummary>;

export const summaryExample: StatementSummary = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22',
  month: '2025-08',
  opening_cents: 8750,
  entries_cents: 1250,
  returned_cents: 0,
  paid_cents: 10000,
  closing_cents: 0,
  carried_reason: null,
  payout_state: 'paid',
  paid_at: '2025-09-03T10:15:00.000Z',
  payout_result: null,
  payout_result_at: null,
};

/** The columns of a StatementSummary, for `statements` left joined with `payouts`. */
export const summaryColumns = {
  id: statements.id,
  month: statementMonth,
  opening_cents: statements.openingCents,
  entries_cents: statements.entriesCents,
  returned_cents: statements.returnedCents,
  paid_cents: statements.paidCents,
  closing_cents: statements.closingCents,
  carried_reason: statements.carriedReason,
  payout_state: payouts.state,
  paid_at: iso(payouts.paidAt),
  payout_result: resultColumns.result,
  payout_result_at: resultColumns.result_at,
} satisfies ColumnsOf<StatementSummary>;

/** Selects the statements of the affiliate that a scope selects, newest first. */
function selectStatements(tx: Statements, scope: SQL) {
  return tx
    .select(summaryColumns)
    .from(statements)
    .innerJoin(affiliates, eq(affiliates.id, statements.affiliateId))
    .leftJoin(payouts, eq(payouts.statementId, statements.id))
    .where(scope)
    .orderBy(desc(statements.month));
}

/** An affiliate's statements, newest first. */
export const statementList = z.object({
  affiliate: z.extend(statementOwner, { email: z.nullable(z.string()) }),
  statements: z.array(statementSummary),
  years: z.array(paidYear).check(z.describe('The paid totals by calendar year, the newest first')),
});

export type StatementList = z.infer<typeof statementList>;

/**
 * Lists the statements of an affiliate, newest first. Without an id, lists the caller's own statements. Throws
 * `affiliate-not-found`, also for another affiliate's id unless the caller is an admin.
 */
export async function listStatements(
  context: Pick<Context, 'db' | 'actor'>,
  affiliateId: string | undefined,
): Promise<StatementList> {
  const scope = affiliateScope(context, affiliateId);
  const { id, name, email, code } = affiliates;
  const [[affiliate], own, years] = await context.db.atomically((tx) => [
    tx.select({ id, name, email, code }).from(affiliates).where(scope),
    selectStatements(tx, scope),
    selectPaidYears(tx, scope),
  ]);
  if (!affiliate) throw problem('affiliate-not-found');
  return { affiliate, statements: own, years };
}
