import { inArray, sql, type SQL } from 'drizzle-orm';
import { arrivedStates } from '../../shared/schemas/purchase.ts';
import { affiliateCodes, dailyCounts, linkClicks } from '../db/schema/counts.ts';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';
import { payments } from '../db/schema/purchases.ts';
import { timestamptz } from '../db/sql.ts';
import type { FigureRange } from './periods.ts';

/** Number of affiliates in the figures, those with the most clicks. */
const listedAffiliates = 50;

function startOf({ firstDay }: FigureRange): SQL {
  return timestamptz(new Date(firstDay));
}

/** SELECT of the views of each page in a range: `page`, `views`. */
export function viewsOf({ firstDay }: FigureRange): SQL {
  return sql`select subject as page, sum(count)::int as views from ${dailyCounts}
    where day >= ${firstDay}::date and event = 'view' group by subject`;
}

/** SELECT of the first payments in a range whose money arrived: `purchase_id`, `day`. */
export function firstPayments(range: FigureRange): SQL {
  return sql`select purchase_id, (paid_at at time zone 'UTC')::date as day from ${payments}
    where sequence = 1 and ${inArray(payments.state, [...arrivedStates])} and paid_at >= ${startOf(range)}`;
}

/** SQL condition on `daily_counts`: it leaves out the views of other pages. */
export function isShown(page: string | undefined): SQL {
  return page === undefined ? sql`true` : sql`(event <> 'view' or subject = ${page})`;
}

/** SELECT of the sums of each day: `day`, `figure`, `count`. It reads the CTE `first_payments`. */
export function dailySums(range: FigureRange, page: string | undefined): SQL {
  return sql`
    select day, event::text as figure, sum(count) as count from ${dailyCounts}
    where day >= ${range.firstDay}::date and ${isShown(page)} group by day, event
    union all
    select day, 'paid', count(*) from first_payments group by day
    union all
    select (confirmed_at at time zone 'UTC')::date, 'newsletter-confirmed', count(*) from ${newsletterSubscriptions}
    where confirmed_at >= ${startOf(range)} group by 1`;
}

/** SELECT of the affiliates with the most clicks: `affiliate_id`, `clicks`. */
export function mostClicked({ firstDay }: FigureRange): SQL {
  return sql`select affiliate_id, sum(clicks)::int as clicks
    from (
      select code, sum(clicks) as clicks from ${linkClicks} where day >= ${firstDay}::date group by code
    ) by_code join ${affiliateCodes} using (code)
    group by affiliate_id order by clicks desc, affiliate_id limit ${listedAffiliates}::int`;
}

/** SELECT of these affiliates with their purchases, as a JSON array. It reads the CTE `first_payments`. */
export function topAffiliates(range: FigureRange): SQL {
  return sql`select coalesce(json_agg(json_build_object(
      'affiliate_id', affiliates.id, 'name', affiliates.name, 'code', affiliates.code, 'clicks', clicks,
      'purchases', (
        select count(*) from purchases join first_payments on purchase_id = purchases.id
        where purchases.affiliate_id = affiliates.id
      )
    ) order by clicks desc, affiliates.id), '[]')
    from (${mostClicked(range)}) clicked join affiliates on affiliates.id = clicked.affiliate_id`;
}
