import { and, count, desc, eq, gte, inArray, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import type { Statements } from '../../frame/context/database.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { affiliateCodes, dailyCounts, linkClicks } from '../../frame/db/schema/counts.ts';
import { newsletterSubscriptions } from '../../frame/db/schema/newsletter.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { nested } from '../../frame/db/sql.ts';
import type { FigureRange } from './periods.ts';

/** Number of affiliates in the figures, those with the most clicks. */
const listedAffiliates = 50;

/** The sum of the counted events of the selected rows. */
export const countedSum = sql<number>`coalesce(sum(${dailyCounts.count}), 0)::int`;

/** SQL condition on `daily_counts`: the days of a range. With a page it leaves out the views of other pages. */
export function isCounted({ firstDay }: FigureRange, page?: string): SQL | undefined {
  const isShown =
    page === undefined ? undefined : or(ne(dailyCounts.event, 'view'), eq(dailyCounts.subject, page));
  return and(gte(dailyCounts.day, firstDay), isShown);
}

/** SQL condition on `payments`: the first payment of a purchase, in a range, whose money arrived. */
export function isFirstPayment({ firstDay }: FigureRange): SQL | undefined {
  return and(
    // Has the same words as the index, so that PostgreSQL uses the index.
    sql`${payments.sequence} = 1`,
    inArray(payments.state, [...arrivedStates]),
    gte(payments.paidAt, new Date(firstDay)),
  );
}

/** SELECT of the first payments of each day. `date_bin` takes a third of the time of a conversion to UTC. */
export function selectPaid(tx: Statements, range: FigureRange) {
  const start =
    sql`date_bin('1 day', ${payments.paidAt}, ${new Date(range.firstDay).toISOString()}::timestamptz)`.as(
      'start',
    );
  const paid = tx
    .select({ start, count: count().as('count') })
    .from(payments)
    .where(isFirstPayment(range))
    .groupBy(sql`1`)
    .as('paid');
  return tx.select({ day: utcDayOf(paid.start), count: sql<number>`${paid.count}::int` }).from(paid);
}

/** The UTC day of a moment. */
export function utcDayOf(moment: SQL | SQL.Aliased): SQL<string> {
  return nested(sql<string>`(${moment} at time zone 'UTC')::date`);
}

/** SELECT of the confirmed subscriptions of each day. */
export function selectConfirmed(tx: Statements, { firstDay }: FigureRange) {
  const day = utcDayOf(sql`${newsletterSubscriptions.confirmedAt}`);
  return tx
    .select({ day, count: count() })
    .from(newsletterSubscriptions)
    .where(gte(newsletterSubscriptions.confirmedAt, new Date(firstDay)))
    .groupBy(sql`1`);
}

/** SELECT of the affiliates with the most clicks in a range, for a FROM clause. */
export function mostClicked(tx: Statements, { firstDay }: FigureRange) {
  const clicks = sql<number>`sum(${linkClicks.clicks})::int`.as('clicks');
  return tx
    .select({ affiliateId: affiliateCodes.affiliateId, clicks })
    .from(linkClicks)
    .innerJoin(affiliateCodes, eq(affiliateCodes.code, linkClicks.code))
    .where(gte(linkClicks.day, firstDay))
    .groupBy(affiliateCodes.affiliateId)
    .orderBy(desc(clicks), affiliateCodes.affiliateId)
    .limit(listedAffiliates)
    .as('clicked');
}

/**
 * SQL condition on `purchases`: paid, and made since the first counted click. Earlier purchases came from clicks that nobody
 * counted.
 */
export function isPaidSinceFirstClick({ firstDay }: FigureRange): SQL | undefined {
  return and(
    notInArray(purchases.state, ['pending', 'failed']),
    sql`${purchases.createdAt} >= (
      select min(${linkClicks.day})::timestamp at time zone 'UTC' from ${linkClicks} where ${gte(linkClicks.day, firstDay)}
    )`,
  );
}

/** SELECT of the affiliates with the most clicks, with their purchases. */
export function selectTopAffiliates(tx: Statements, range: FigureRange) {
  const clicked = mostClicked(tx, range);
  const bought = tx
    .select({ count: sql`count(*)::int` })
    .from(purchases)
    .where(and(eq(purchases.affiliateId, affiliates.id), isPaidSinceFirstClick(range)));
  return tx
    .select({
      affiliate_id: affiliates.id,
      name: affiliates.name,
      code: affiliates.code,
      clicks: clicked.clicks,
      purchases: sql<number>`(${bought})`,
    })
    .from(clicked)
    .innerJoin(affiliates, eq(affiliates.id, clicked.affiliateId))
    .orderBy(desc(clicked.clicks), affiliates.id);
}
