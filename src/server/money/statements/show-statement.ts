import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { type CsvCell, writeCsv } from '../../../shared/csv.ts';
import { findPlan } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import { explainRow } from '../ledger/affiliate-ledger.ts';
import type { Context } from '../../frame/context/context.ts';
import { entryKind } from '../../frame/db/schema/ledger.ts';
import { iso, oneRow } from '../../frame/db/sql.ts';
import { paidYear, paidYearsJson } from '../payouts/paid-years.ts';
import { statementOwner, statementSummary, statementSummaryFields } from './list-statements.ts';

const statementEntry = z.object({
  date: z.string().check(z.describe('When the entry happened, ISO 8601 UTC')),
  plan: z.string().check(z.describe('The plan that was bought')),
  kind: z.enum(entryKind.enumValues),
  amount_cents: z.number(),
  base_cents: z.number(),
  rate_basis_points: z.number(),
  terms_version: z.string(),
  sequence: z.number().check(z.describe('The number of the payment within its purchase, from 1')),
  is_renewal: z.boolean().check(z.describe('True if the customer had paid before')),
  paid_at: z.string().check(z.describe('When the customer paid')),
});

const storedStatement = z.object({
  ...statementSummary.shape,
  affiliate: statementOwner,
  closed_at: z.iso.datetime(),
  threshold_cents: z.number().check(z.describe('The minimum payout of the terms')),
  no_minimum: z.boolean().check(z.describe('True if the balance was paid out whatever its size')),
  terms_version: z.string(),
  payout_email: z
    .nullable(z.string())
    .check(z.describe('The recipient of the payout; null without a payout, or once forgotten')),
  transaction_id: z.nullable(z.string()).check(z.describe('PayPal’s transaction id, once paid')),
  paid_year: z
    .nullable(paidYear)
    .check(z.describe('All payouts of the year of the payment; null until it is paid')),
  returns: z
    .array(z.object({ month: z.string(), amount_cents: z.number() }))
    .check(z.describe('Rejected payouts that returned, each with its month')),
});

/** A statement with its entries, oldest first. US cents. */
export const statementShape = z
  .extend(storedStatement, {
    entries: z.array(
      z.extend(statementEntry, {
        explanation: z.string().check(z.describe('The calculation of the amount, in words')),
      }),
    ),
  })
  .check(z.meta({ id: 'Statement' }));

export type Statement = z.infer<typeof statementShape>;

/**
 * Shows one month's statement of an affiliate. Without an id, shows the caller's own statement. Throws `statement-not-found`, or
 * `affiliate-not-found`, also for another affiliate's id unless the caller is an admin.
 */
export async function showStatement(
  context: Pick<Context, 'db' | 'actor'>,
  month: string,
  affiliateId: string | undefined,
): Promise<Statement> {
  const { known, statement } = await oneRow(
    context.db,
    sql`with own as (select id, name, code from affiliates where ${affiliateScope(context, affiliateId)})
      select exists (select 1 from own) as known, (
        select json_build_object(
          ${statementSummaryFields}, 'affiliate', to_json(own), 'closed_at', ${iso(sql`statements.closed_at`)},
          'threshold_cents', threshold_cents, 'no_minimum', no_minimum, 'terms_version', terms_version,
          'payout_email', payouts.payout_email, 'transaction_id',
          case when payouts.state = 'paid' then payouts.transaction_id end, 'paid_year', ${payoutYear},
          'entries', ${entries}, 'returns', ${returns})
        from own
          join statements on statements.affiliate_id = own.id
          left join payouts on payouts.statement_id = statements.id
        where statements.month = ${`${month}-01`}::date
      ) as statement`,
    z.object({
      known: z.boolean(),
      statement: z.nullable(z.extend(storedStatement, { entries: z.array(statementEntry) })),
    }),
  );
  if (!known) throw problem('affiliate-not-found');
  if (!statement) throw problem('statement-not-found');
  return {
    ...statement,
    entries: statement.entries.map((entry) => ({
      ...entry,
      plan: findPlan(entry.plan)?.name ?? entry.plan,
      explanation: explainRow(entry),
    })),
  };
}

/** The `paidYear` in which the payout of the statement was paid. */
const payoutYear = sql`(
  select year from json_array_elements(${paidYearsJson(sql`(select id from own)`)}) as year
  where payouts.state = 'paid' and (year ->> 'year')::int = extract(year from payouts.paid_at at time zone 'UTC'))`;

const entries = sql`(
  select coalesce(json_agg(json_build_object(
    'date', ${iso(sql`entry.occurred_at`)}, 'plan', purchases.plan_id, 'kind', entry.kind,
    'amount_cents', entry.amount_cents, 'base_cents', entry.base_cents,
    'rate_basis_points', entry.rate_basis_points, 'terms_version', entry.terms_version,
    'sequence', payments.sequence, 'is_renewal', payments.is_renewal,
    'paid_at', ${iso(sql`payments.paid_at`)}
  ) order by entry.occurred_at, entry.recorded_at, entry.id), '[]')
  from statement_entries
    join commission_entries entry on entry.id = statement_entries.entry_id
    join payments on payments.id = entry.payment_id
    join purchases on purchases.id = payments.purchase_id
  where statement_entries.statement_id = statements.id)`;

const returns = sql`(
  select coalesce(json_agg(json_build_object(
    'month', to_char(rejected.month, 'YYYY-MM'), 'amount_cents', sent.amount_cents
  ) order by rejected.month), '[]')
  from statement_returns
    join payouts sent on sent.id = statement_returns.payout_id
    join statements rejected on rejected.id = sent.statement_id
  where statement_returns.statement_id = statements.id)`;

/** Writes a statement as CSV, in dollars. The amounts above the last line add up to its closing balance. */
export function statementCsv(statement: Statement): string {
  return writeCsv([
    ['date', 'plan', 'kind', 'amount_usd', 'explanation'],
    undatedLine('opening', statement.opening_cents, 'Carried forward from the previous month'),
    ...statement.entries.map((entry) => [
      entry.date,
      entry.plan,
      entry.kind,
      { cents: entry.amount_cents },
      entry.explanation,
    ]),
    ...statement.returns.map(({ month, amount_cents: cents }) =>
      undatedLine('returned', cents, `The payout for ${month} was returned to the balance`),
    ),
    undatedLine('paid', 0 - statement.paid_cents, payoutText(statement)),
    undatedLine('closing', statement.closing_cents, 'Carried forward'),
  ]);
}

function payoutText({ month, payout_result: result }: Statement): string {
  return `The payout for ${month}${result === null ? '' : `, ${result}`}`;
}

function undatedLine(kind: string, cents: number, explanation: string): readonly CsvCell[] {
  return [null, null, kind, { cents }, explanation];
}
