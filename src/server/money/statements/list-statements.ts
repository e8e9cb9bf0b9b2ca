import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { payoutState } from '../../../shared/schemas/payout.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import type { Context } from '../../frame/context/context.ts';
import { carriedReason } from '../../frame/db/schema/statements.ts';
import { iso, oneRow } from '../../frame/db/sql.ts';
import { paidYear, paidYearsJson } from '../payouts/paid-years.ts';
import { openResult, openResultAt, reportedResult } from '../payouts/payout-result.ts';

/** The affiliate of a statement. */
export const statementOwner = z.object({ id: z.string(), name: z.string(), code: z.string() });

/** A closed month of an affiliate: opening + entries − paid = closing. US cents; `month` is `YYYY-MM`. */
export const statementSummary = z
  .object({
    month: z.string(),
    opening_cents: z.number().check(z.describe('The closing balance of the statement before')),
    entries_cents: z.number().check(z.describe('The sum of the entries and of returned payouts')),
    returned_cents: z.number().check(z.describe('The sum of returned payouts, which were rejected')),
    paid_cents: z.number().check(z.describe('The amount of the payout, from its proposal on')),
    closing_cents: z.number().check(z.describe('The balance carried over to the next statement')),
    carried_reason: z
      .nullable(z.enum(carriedReason.enumValues))
      .check(z.describe('Why the balance was carried over instead of paid out')),
    payout_state: z.nullable(payoutState).check(z.describe('Null without a payout')),
    paid_at: z.nullable(z.iso.datetime()),
    payout_result: reportedResult.shape.result,
    payout_result_at: reportedResult.shape.result_at,
  })
  .check(z.meta({ id: 'StatementSummary' }));

export type StatementSummary = z.infer<typeof statementSummary>;

/** The fields of a StatementSummary, for a row of `statements` left joined with `payouts`. */
export const statementSummaryFields: SQL = sql`
  'month', to_char(statements.month, 'YYYY-MM'), 'opening_cents', opening_cents, 'entries_cents', entries_cents,
  'returned_cents', returned_cents, 'paid_cents', paid_cents, 'closing_cents', closing_cents,
  'carried_reason', carried_reason, 'payout_state', payouts.state, 'paid_at', ${iso(sql`payouts.paid_at`)},
  'payout_result', ${openResult}, 'payout_result_at', ${openResultAt}`;

/** An affiliate's statements, newest first. */
export const statementList = z.object({
  affiliate: z.extend(statementOwner, { email: z.nullable(z.string()) }),
  statements: z.array(statementSummary),
  years: z.array(paidYear).check(z.describe('The paid sums by calendar year, the newest first')),
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
  const { affiliate, ...list } = await oneRow(
    context.db,
    sql`with own as (select id, name, email, code from affiliates where ${affiliateScope(context, affiliateId)})
      select (select to_json(own) from own) as affiliate, (
        select coalesce(json_agg(json_build_object(${statementSummaryFields}) order by statements.month desc), '[]')
        from statements left join payouts on payouts.statement_id = statements.id
        where statements.affiliate_id in (select id from own)
      ) as statements,
      ${paidYearsJson(sql`(select id from own)`)} as years`,
    z.extend(statementList, { affiliate: z.nullable(statementList.shape.affiliate) }),
  );
  if (!affiliate) throw problem('affiliate-not-found');
  return { affiliate, ...list };
}
