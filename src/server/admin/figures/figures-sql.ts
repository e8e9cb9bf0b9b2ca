import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import { affiliateCodes, dailyCounts, linkClicks } from '../../frame/db/schema/counts.ts';
import { newsletterSubscriptions } from '../../frame/db/schema/newsletter.ts';
import { payments } from '../../frame/db/schema/purchases.ts';
import { timestamptz } from '../../frame/db/sql.ts';
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

/** SQL condition on `payments`: the first payment of a purchase, in a range, whose money arrived. */
export function isFirstPayment(range: FigureRange): SQL {
  return sql`${payments.sequence} = 1 and ${inArray(payments.state, [...arrivedStates])}
    and ${payments.paidAt} >= ${startOf(range)}`;
}

/** SELECT of the first payments of each day: `day`, `count`. `date_bin` takes a third of the time of a conversion to UTC. */
export function paidByDay(range: FigureRange): SQL {
  return sql`select (start at time zone 'UTC')::date as day, count
    from (
      select date_bin('1 day', ${payments.paidAt}, ${startOf(range)}) as start, count(*) as count
      from ${payments} where ${isFirstPayment(range)} group by 1
    ) paid`;
}

/** SQL of the UTC day of a moment. */
export function utcDayOf(moment: SQLWrapper): SQL {
  return sql`(${moment} at time zone 'UTC')::date`;
}

/** SQL condition on `newsletter_subscriptions`: confirmed in a range. */
export function isConfirmed(range: FigureRange): SQL {
  return sql`${newsletterSubscriptions.confirmedAt} >= ${startOf(range)}`;
}

/** SQL condition on `daily_counts`: it leaves out the views of other pages. */
export function isShown(page: string | undefined): SQL {
  return page === undefined ? sql`true` : sql`(event <> 'view' or subject = ${page})`;
}

/** SELECT of the sums of each day: `day`, `figure`, `count`. It reads the CTE `paid_by_day`. */
export function dailySums(range: FigureRange, page: string | undefined): SQL {
  return sql`
    select day, event::text as figure, sum(count) as count from ${dailyCounts}
    where day >= ${range.firstDay}::date and ${isShown(page)} group by day, event
    union all
    select day, 'paid', count from paid_by_day
    union all
    select ${utcDayOf(newsletterSubscriptions.confirmedAt)}, 'newsletter-confirmed', count(*) from ${newsletterSubscriptions}
    where ${isConfirmed(range)} group by 1`;
}

/** SELECT of the clicks of each code in a range: `code`, `clicks`, `first_day`. */
export function clicksOf({ firstDay }: FigureRange): SQL {
  return sql`select code, sum(clicks) as clicks, min(day) as first_day from ${linkClicks}
    where day >= ${firstDay}::date group by code`;
}

/** SELECT of the affiliates with the most clicks: `affiliate_id`, `clicks`. It reads the CTE `clicks`. */
export const mostClicked = sql`select affiliate_id, sum(clicks)::int as clicks
  from clicks join ${affiliateCodes} using (code)
  group by affiliate_id order by clicks desc, affiliate_id limit ${listedAffiliates}::int`;

/**
 * SQL condition on `purchases`: paid, and made since the first counted click. Earlier purchases came of clicks that nobody
 * counted. It reads the CTE `clicks`.
 */
export const isPaidSinceFirstClick = sql`purchases.state not in ('pending', 'failed')
  and purchases.created_at >= (select min(first_day)::timestamp at time zone 'UTC' from clicks)`;

/** SELECT of these affiliates with their purchases, as a JSON array. It reads the CTE `clicks`. */
export const topAffiliates = sql`select coalesce(json_agg(json_build_object(
    'affiliate_id', affiliates.id, 'name', affiliates.name, 'code', affiliates.code, 'clicks', clicks,
    'purchases', (
      select count(*) from purchases where purchases.affiliate_id = affiliates.id and ${isPaidSinceFirstClick}
    )
  ) order by clicks desc, affiliates.id), '[]')
  from (${mostClicked}) clicked join affiliates on affiliates.id = clicked.affiliate_id`;
