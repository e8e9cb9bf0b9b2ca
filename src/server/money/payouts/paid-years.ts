import * as z from 'zod/mini';
import { and, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import { writeCsv } from '../../../shared/csv.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { payouts, statements } from '../../frame/db/schema/statements.ts';
import type { ColumnsOf } from '../../frame/db/sql.ts';

/** The payouts of a calendar year (UTC), by the day on which they were paid. US cents. */
export const paidYear = z
  .object({ year: z.number(), paid_cents: z.number(), payouts: z.number() })
  .check(z.meta({ id: 'PaidYear' }));

export type PaidYear = z.infer<typeof paidYear>;

export const paidYearExample: PaidYear = { year: 2025, paid_cents: 10000, payouts: 1 };

/** SQL for the year in which a payout was paid. */
export const yearOfPayment = sql<number>`extract(year from ${payouts.paidAt} at time zone 'UTC')::int`;

const sums = {
  year: yearOfPayment,
  paid_cents: sql<number>`sum(${payouts.amountCents})::int`,
  payouts: count(),
} satisfies ColumnsOf<PaidYear>;

/** Selects the paid years of the affiliates that a condition selects, newest first. */
export function selectPaidYears(tx: Statements, scope: SQL) {
  return tx
    .select(sums)
    .from(payouts)
    .innerJoin(statements, eq(statements.id, payouts.statementId))
    .innerJoin(affiliates, eq(affiliates.id, statements.affiliateId))
    .where(and(eq(payouts.state, 'paid'), scope))
    .groupBy(yearOfPayment)
    .orderBy(desc(yearOfPayment));
}

/** Writes the paid sums as CSV: one line for each affiliate and year, the newest year first. In dollars. */
export async function paidYearsCsv({ db }: Pick<Context, 'db'>): Promise<string> {
  const { id, code, name, email } = affiliates;
  const rows = await db
    .select({ code, name, email, ...sums })
    .from(payouts)
    .innerJoin(statements, eq(statements.id, payouts.statementId))
    .innerJoin(affiliates, eq(id, statements.affiliateId))
    .where(eq(payouts.state, 'paid'))
    .groupBy(id, yearOfPayment)
    .orderBy(desc(yearOfPayment), code);
  return writeCsv([
    ['code', 'name', 'email', 'year', 'paid_usd', 'payouts'],
    ...rows.map((row) => [
      row.code,
      row.name,
      row.email,
      String(row.year),
      { cents: row.paid_cents },
      String(row.payouts),
    ]),
  ]);
}
