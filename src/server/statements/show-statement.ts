import { explainRow } from '../affiliates/ledger.ts';
import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { findPlan } from '../../shared/plans.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { entryKind } from '../db/schema/ledger.ts';
import { iso, oneRow } from '../db/sql.ts';
import { whoseLedger } from '../affiliates/ledger.ts';
import { statementOwner, statementSummary, summaryFields } from './statement.ts';
import { type CsvCell, writeCsv } from '../../shared/csv.ts';

const storedEntry = z.object({
  date: z.string().check(z.describe('When it happened, ISO 8601 UTC')),
  plan: z.string().check(z.describe('What was bought')),
  kind: z.enum(entryKind.enumValues),
  amount_cents: z.number(),
  base_cents: z.number(),
  rate_basis_points: z.number(),
  terms_version: z.string(),
  sequence: z.number().check(z.describe('The payment’s place among its purchase’s payments, from 1')),
  is_renewal: z.boolean().check(z.describe('Whether the payment came after the customer’s first')),
  paid_at: z.string().check(z.describe('When the payment was made that it is about')),
});

const statementEntry = z.extend(storedEntry, {
  explanation: z.string().check(z.describe('How it comes to its amount, in words')),
});

const facts = z.object({
  ...statementSummary.shape,
  affiliate: statementOwner,
  closed_at: z.iso.datetime(),
  threshold_cents: z.number().check(z.describe('The minimum payout of the terms')),
  no_minimum: z.boolean().check(z.describe('Whether it was paid out whatever the balance')),
  terms_version: z.string(),
  payout_email: z
    .nullable(z.string())
    .check(z.describe('Where the payout goes; null without one, or once forgotten')),
  transaction_id: z.nullable(z.string()).check(z.describe('The payment provider’s, once it is paid')),
  returns: z
    .array(z.object({ month: z.string(), amount_cents: z.number() }))
    .check(z.describe('Rejected payouts that came back, each with the month it was made for')),
});

/** A statement with its entries, oldest first, each explained in words. US cents. */
export const statementShape = z
  .extend(facts, { entries: z.array(statementEntry) })
  .check(z.meta({ id: 'Statement' }));

export type Statement = z.infer<typeof statementShape>;

const outcome = z.object({
  known: z.boolean(),
  statement: z.nullable(z.extend(facts, { entries: z.array(storedEntry) })),
});

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

/**
 * One month's statement of the caller, or of the affiliate with an id. Throws as listStatements does, and
 * `statement-not-found` for a month without one.
 */
export const showStatement = async (
  context: Pick<Context, 'db' | 'actor'>,
  month: string,
  affiliateId: string | undefined,
): Promise<Statement> => {
  const whose = whoseLedger(context, affiliateId);
  const { known, statement } = await oneRow(
    context.db,
    sql`with own as (select id, name, code from affiliates where ${whose.where})
      select exists (select 1 from own) as known, (
        select json_build_object(
          ${summaryFields}, 'affiliate', to_json(own), 'closed_at', ${iso(sql`statements.closed_at`)},
          'threshold_cents', threshold_cents, 'no_minimum', no_minimum, 'terms_version', terms_version,
          'payout_email', payouts.payout_email, 'transaction_id', payouts.transaction_id,
          'entries', ${entries}, 'returns', ${returns})
        from own
          join statements on statements.affiliate_id = own.id
          left join payouts on payouts.statement_id = statements.id
        where statements.month = ${`${month}-01`}::date
      ) as statement`,
    outcome,
  );
  if (!known) throw problem(whose.missing);
  if (!statement) throw problem('statement-not-found');
  return {
    ...statement,
    entries: statement.entries.map((entry) => ({
      ...entry,
      plan: findPlan(entry.plan)?.name ?? entry.plan,
      explanation: explainRow(entry),
    })),
  };
};

const header = ['date', 'plan', 'kind', 'amount_usd', 'explanation'];

const line = (kind: string, cents: number, explanation: string): readonly CsvCell[] => [
  null,
  null,
  kind,
  { cents },
  explanation,
];

/** A statement as CSV, amounts in dollars: from the opening balance all lines down to the closing one add up to it. */
export const statementCsv = (statement: Statement): string =>
  writeCsv([
    header,
    line('opening', statement.opening_cents, 'Carried over from the statement before'),
    ...statement.entries.map((entry) => [
      entry.date,
      entry.plan,
      entry.kind,
      { cents: entry.amount_cents },
      entry.explanation,
    ]),
    ...statement.returns.map(({ month, amount_cents: cents }) =>
      line('returned', cents, `The payout for ${month} was rejected`),
    ),
    line('paid', 0 - statement.paid_cents, `The payout for ${statement.month}`),
    line('closing', statement.closing_cents, 'Carried over'),
  ]);
