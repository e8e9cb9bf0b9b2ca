import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { writeCsv } from '../../shared/csv.ts';
import type { Context } from '../context.ts';
import { allRows, timestamptz } from '../db/sql.ts';
import { dailyCounts, linkClicks } from '../db/schema/counts.ts';
import { firstPayments, isShown, mostClicked } from './figures-sql.ts';
import { figureRange, type FigureUnit, periodOf } from './periods.ts';

const csvRow = z.object({ day: z.string(), figure: z.string(), subject: z.string(), count: z.number() });

/**
 * Exports the figures of the last twelve months as CSV, in one round trip: a line for each period, figure and subject with a number.
 * `page` limits the views. Clicks and purchases are those of the affiliates with the most clicks; their subject is the code of the
 * affiliate.
 */
export async function exportFigures(
  { db, now }: Pick<Context, 'db' | 'now'>,
  unit: FigureUnit,
  page: string | undefined,
): Promise<string> {
  const range = figureRange(now);
  const rows = await allRows(
    db,
    sql`with first_payments as (${firstPayments(range)}),
      clicked as (${mostClicked(range)}),
      credited as (
        select affiliates.id as affiliate_id, affiliates.code as own_code
        from clicked join affiliates on affiliates.id = clicked.affiliate_id
      )
    select ${periodOf(sql`day`, unit)} as day, figure, subject, sum(count)::int as count
    from (
      select day, event::text as figure, subject, count from ${dailyCounts}
      where day >= ${range.firstDay}::date and ${isShown(page)}
      union all
      select day, 'paid', plan_id, 1 from first_payments join purchases on purchases.id = purchase_id
      union all
      select (confirmed_at at time zone 'UTC')::date, 'newsletter-confirmed', '', 1 from newsletter_subscriptions
      where confirmed_at >= ${timestamptz(new Date(range.firstDay))}
      union all
      select day, 'affiliate-click', own_code, clicks
      from ${linkClicks} join affiliate_codes using (code) join credited using (affiliate_id)
      where day >= ${range.firstDay}::date
      union all
      select day, 'affiliate-purchase', own_code, 1
      from first_payments join purchases on purchases.id = purchase_id join credited using (affiliate_id)
    ) figures
    group by 1, 2, 3 order by 1, 2, 3`,
    csvRow,
  );
  const lines = rows.map(({ day, figure, subject, count }) => [day, figure, subject, count]);
  return writeCsv([['day', 'figure', 'subject', 'count'], ...lines]);
}
