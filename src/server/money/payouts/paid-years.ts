import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { writeCsv } from '../../../shared/csv.ts';
import type { Context } from '../../frame/context/context.ts';
import { allRows } from '../../frame/db/sql.ts';

/** The payouts of a calendar year (UTC), by the day on which they were paid. US cents. */
export const paidYear = z
  .object({ year: z.number(), paid_cents: z.number(), payouts: z.number() })
  .check(z.meta({ id: 'PaidYear' }));

export type PaidYear = z.infer<typeof paidYear>;

const year = sql`extract(year from payouts.paid_at at time zone 'UTC')::int`;

/** SELECT of the sums, one row for each affiliate and year. */
function paidYears(condition: SQL): SQL {
  return sql`
  select affiliate_id, ${year} as year, sum(payouts.amount_cents)::int as paid_cents, count(*)::int as payouts
  from payouts join statements on statements.id = payouts.statement_id
  where payouts.state = 'paid' and ${condition}
  group by 1, 2`;
}

/** SQL for the JSON array of an affiliate's `paidYear` rows, newest first. `affiliateIds` is a subquery. */
export function paidYearsJson(affiliateIds: SQL): SQL {
  return sql`(
  select coalesce(json_agg(json_build_object(
    'year', year, 'paid_cents', paid_cents, 'payouts', payouts) order by year desc), '[]')
  from (${paidYears(sql`affiliate_id in ${affiliateIds}`)}) as years)`;
}

const affiliateYear = z.extend(paidYear, {
  code: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
});

/** Writes the paid sums as CSV: one line for each affiliate and year, the newest year first. In dollars. */
export async function paidYearsCsv({ db }: Pick<Context, 'db'>): Promise<string> {
  const rows = await allRows(
    db,
    sql`select code, name, email, year, paid_cents, payouts from (${paidYears(sql`true`)}) as years
      join affiliates on affiliates.id = affiliate_id order by year desc, code`,
    affiliateYear,
  );
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
