import * as z from 'zod/mini';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type CsvCell, writeCsv } from '../../../shared/csv.ts';
import { findPlan } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import { explainRow } from '../ledger/affiliate-ledger.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { commissionEntries, entryKind } from '../../frame/db/schema/ledger.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { payouts, statementEntries, statementReturns, statements } from '../../frame/db/schema/statements.ts';
import { type ColumnsOf, iso } from '../../frame/db/sql.ts';
import { paidYear, paidYearExample, selectPaidYears, yearOfPayment } from '../payouts/paid-years.ts';
import { statementOwner, statementSummary, summaryColumns, summaryExample } from './list-statements.ts';

const statementEntry = z.object({
  date: z.string().check(z.describe('When the entry happened, ISO 8601 UTC')),
  plan: z.string().check(z.describe('The plan that was bought')),
  kind: z.enum(entryKind.enumValues),
  amount_cents: z.number(),
  base_cents: z.number(),
  rate_basis_points: z.number(),
  terms_version: z.string(),
  sequence: z.number().check(z.describe('The number of the payment within its purchase, from 1')),
  is_renewal: z
    .boolean()
    .check(
      z.describe(
        'True for a later payment of a subscription, or a one-time purchase by a customer who had paid before',
      ),
    ),
  paid_at: z.string().check(z.describe('When the customer paid')),
});

/** A statement with its entries, oldest first. US cents. */
export const statementShape = z
  .object({
    ...statementSummary.shape,
    affiliate: statementOwner,
    closed_at: z.iso.datetime(),
    threshold_cents: z.number().check(z.describe('The minimum payout of the terms')),
    no_minimum: z.boolean().check(z.describe('True if the balance was paid out even below the minimum')),
    terms_version: z.string(),
    payout_email: z
      .nullable(z.string())
      .check(z.describe('The recipient of the payout; null without a payout, or once erased')),
    transaction_id: z.nullable(z.string()).check(z.describe('PayPal’s transaction ID, once paid')),
    paid_year: z
      .nullable(paidYear)
      .check(z.describe('All payouts of the year of the payment; null until it is paid')),
    returns: z
      .array(z.object({ month: z.string(), amount_cents: z.number() }))
      .check(z.describe('Rejected payouts that were added back, each with its month')),
    entries: z.array(
      z.extend(statementEntry, {
        explanation: z.string().check(z.describe('The calculation of the amount, in words')),
      }),
    ),
  })
  .check(z.meta({ id: 'Statement' }));

export type Statement = z.infer<typeof statementShape>;

export const statementExample: Statement = {
  ...summaryExample,
  affiliate: { id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11', name: 'ada', code: 'ada0001' },
  closed_at: '2025-09-01T02:10:00.000Z',
  threshold_cents: 10000,
  no_minimum: false,
  terms_version: '2025-08',
  payout_email: 'ada@mail.example',
  transaction_id: '8AB12345CD678901E',
  paid_year: paidYearExample,
  returns: [],
  entries: [
    {
      date: '2025-08-04T12:00:00.000Z',
      plan: 'Annual Subscription',
      kind: 'commission',
      amount_cents: 1250,
      base_cents: 4999,
      rate_basis_points: 2500,
      terms_version: '2025-08',
      sequence: 1,
      is_renewal: false,
      paid_at: '2025-08-04T12:00:00.000Z',
      explanation: '25% of $49.99 (first payment)',
    },
  ],
};

/**
 * Shows one month's statement of an affiliate. Without an id, shows the caller's own statement. Throws `statement-not-found`, or
 * `affiliate-not-found`, also for another affiliate's id unless the caller is an admin.
 */
export async function showStatement(
  context: Pick<Context, 'db' | 'actor'>,
  month: string,
  affiliateId: string | undefined,
): Promise<Statement> {
  const scope = affiliateScope(context, affiliateId);
  const isSelected = and(scope, eq(statements.month, `${month}-01`));
  const [[affiliate], [statement], entries, returns, years] = await context.db.atomically((tx) => [
    tx.select(ownerColumns).from(affiliates).where(scope),
    tx
      .select(statementColumns)
      .from(statements)
      .innerJoin(affiliates, isOwner)
      .leftJoin(payouts, eq(payouts.statementId, statements.id))
      .where(isSelected),
    tx
      .select(entryColumns)
      .from(statements)
      .innerJoin(affiliates, isOwner)
      .innerJoin(statementEntries, eq(statementEntries.statementId, statements.id))
      .innerJoin(commissionEntries, eq(commissionEntries.id, statementEntries.entryId))
      .innerJoin(payments, eq(payments.id, commissionEntries.paymentId))
      .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
      .where(isSelected)
      .orderBy(commissionEntries.occurredAt, commissionEntries.recordedAt, commissionEntries.id),
    tx
      .select({
        month: sql<string>`to_char(${rejected.month}, 'YYYY-MM')`,
        amount_cents: payouts.amountCents,
      })
      .from(statements)
      .innerJoin(affiliates, isOwner)
      .innerJoin(statementReturns, eq(statementReturns.statementId, statements.id))
      .innerJoin(payouts, eq(payouts.id, statementReturns.payoutId))
      .innerJoin(rejected, eq(rejected.id, payouts.statementId))
      .where(isSelected)
      .orderBy(rejected.month),
    selectPaidYears(tx, scope),
  ]);
  if (!affiliate) throw problem('affiliate-not-found');
  if (!statement) throw problem('statement-not-found');
  const { paid_in: paidIn, ...stored } = statement;
  return {
    ...stored,
    affiliate,
    paid_year: years.find(({ year }) => year === paidIn) ?? null,
    returns,
    entries: entries.map((entry) => ({
      ...entry,
      plan: findPlan(entry.plan)?.name ?? entry.plan,
      explanation: explainRow(entry),
    })),
  };
}

const isOwner = eq(affiliates.id, statements.affiliateId);

/** The statement of a rejected payout. */
const rejected = alias(statements, 'rejected');

const ownerColumns = {
  id: affiliates.id,
  name: affiliates.name,
  code: affiliates.code,
} satisfies ColumnsOf<Statement['affiliate']>;

const isPaid = eq(payouts.state, 'paid');

const statementColumns = {
  ...summaryColumns,
  closed_at: iso(statements.closedAt),
  threshold_cents: statements.thresholdCents,
  no_minimum: statements.noMinimum,
  terms_version: statements.termsVersion,
  payout_email: payouts.payoutEmail,
  transaction_id: sql<string | null>`case when ${isPaid} then ${payouts.transactionId} end`,
  paid_in: sql<number | null>`case when ${isPaid} then ${yearOfPayment} end`,
};

const entryColumns = {
  date: iso(commissionEntries.occurredAt),
  plan: purchases.planId,
  kind: commissionEntries.kind,
  amount_cents: commissionEntries.amountCents,
  base_cents: commissionEntries.baseCents,
  rate_basis_points: commissionEntries.rateBasisPoints,
  terms_version: commissionEntries.termsVersion,
  sequence: payments.sequence,
  is_renewal: payments.isRenewal,
  paid_at: iso(payments.paidAt),
} satisfies ColumnsOf<Omit<Statement['entries'][number], 'explanation'>>;

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
