import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { writeCsv } from '../../../shared/csv.ts';
import type { Context } from '../../frame/context/context.ts';
import { dailyCounts, linkClicks } from '../../frame/db/schema/counts.ts';
import { newsletterSubscriptions } from '../../frame/db/schema/newsletter.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { allRows } from '../../frame/db/sql.ts';
import {
  clicksOf,
  isConfirmed,
  isFirstPayment,
  isPaidSinceFirstClick,
  isShown,
  mostClicked,
  utcDayOf,
} from './figures-sql.ts';
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
    sql`with clicks as (${clicksOf(range)}),
      credited as (
        select affiliates.id as affiliate_id, affiliates.code as own_code
        from (${mostClicked}) clicked join affiliates on affiliates.id = clicked.affiliate_id
      )
    select ${periodOf(sql`day`, unit)} as day, figure, subject, sum(count)::int as count
    from (
      select day, event::text as figure, subject, count from ${dailyCounts}
      where day >= ${range.firstDay}::date and ${isShown(page)}
      union all
      select ${utcDayOf(payments.paidAt)}, 'paid', plan_id, 1 from ${payments} join purchases on purchases.id = purchase_id
      where ${isFirstPayment(range)}
      union all
      select ${utcDayOf(newsletterSubscriptions.confirmedAt)}, 'newsletter-confirmed', '', 1 from ${newsletterSubscriptions} where ${isConfirmed(range)}
      union all
      select day, 'affiliate-click', own_code, clicks
      from ${linkClicks} join affiliate_codes using (code) join credited using (affiliate_id)
      where day >= ${range.firstDay}::date
      union all
      select ${utcDayOf(purchases.createdAt)}, 'affiliate-purchase', own_code, 1
      from purchases join credited using (affiliate_id) where ${isPaidSinceFirstClick}
    ) figures
    group by 1, 2, 3 order by 1, 2, 3`,
    csvRow,
  );
  const lines = rows.map(({ day, figure, subject, count }) => [day, figure, subject, count]);
  return writeCsv([['day', 'figure', 'subject', 'count'], ...lines]);
}
