import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { findPlan } from '../../shared/plans.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { entryKind } from '../db/schema/ledger.ts';
import { iso } from '../db/sql/iso.ts';
import { oneRow } from '../db/sql/one-row.ts';
import { explainRow } from '../affiliates/explain-row.ts';
import { whoseLedger } from '../affiliates/whose-ledger.ts';
import { statementOwner, statementSummary, summaryFields } from './statement.ts';

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
