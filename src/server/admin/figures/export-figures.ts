import { and, count, eq, gte, sql } from 'drizzle-orm';
import { writeCsv } from '../../../shared/csv.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import {
  affiliateCodes,
  dailyCounts,
  linkClicks,
  ownerLinkCounts,
  ownerLinks,
} from '../../frame/db/schema/counts.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { figureRange, type FigureUnit, periodOf } from './periods.ts';
import {
  isCounted,
  isFirstPayment,
  isPaidSinceFirstClick,
  mostClicked,
  selectConfirmed,
  utcDayOf,
} from './select-figures.ts';

interface Line {
  readonly day: string;
  readonly figure: string;
  readonly subject: string;
  readonly count: number;
}

/**
 * Exports the figures of the last twelve months as CSV, in one round trip: a line for each period, figure and subject with a number.
 * `page` limits the views. Clicks and purchases are those of the affiliates with the most clicks; their subject is the code of the
 * affiliate. The subject of an owner's link is its name.
 */
export async function exportFigures(
  { db, now }: Pick<Context, 'db' | 'now'>,
  unit: FigureUnit,
  page: string | undefined,
): Promise<string> {
  const range = figureRange(now);
  const [counted, paid, confirmed, clicks, bought, linked] = await db.atomically((tx) => {
    const clicked = mostClicked(tx, range);
    const paidOn = utcDayOf(sql`${payments.paidAt}`);
    const boughtOn = utcDayOf(sql`${purchases.createdAt}`);
    return [
      tx
        .select({
          day: dailyCounts.day,
          figure: dailyCounts.event,
          subject: dailyCounts.subject,
          count: dailyCounts.count,
        })
        .from(dailyCounts)
        .where(isCounted(range, page)),
      tx
        .select({ day: paidOn, subject: purchases.planId, count: count() })
        .from(payments)
        .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
        .where(isFirstPayment(range))
        .groupBy(sql`1`, purchases.planId),
      selectConfirmed(tx, range),
      tx
        .select({
          day: linkClicks.day,
          subject: affiliates.code,
          count: sql<number>`sum(${linkClicks.clicks})::int`,
        })
        .from(linkClicks)
        .innerJoin(affiliateCodes, eq(affiliateCodes.code, linkClicks.code))
        .innerJoin(clicked, eq(clicked.affiliateId, affiliateCodes.affiliateId))
        .innerJoin(affiliates, eq(affiliates.id, clicked.affiliateId))
        .where(gte(linkClicks.day, range.firstDay))
        .groupBy(linkClicks.day, affiliates.code),
      tx
        .select({ day: boughtOn, subject: affiliates.code, count: count() })
        .from(purchases)
        .innerJoin(clicked, eq(clicked.affiliateId, purchases.affiliateId))
        .innerJoin(affiliates, eq(affiliates.id, clicked.affiliateId))
        .where(and(isPaidSinceFirstClick(range)))
        .groupBy(sql`1`, affiliates.code),
      tx
        .select({
          day: ownerLinkCounts.day,
          figure: sql<string>`'link-' || ${ownerLinkCounts.event}::text`,
          subject: ownerLinks.name,
          count: ownerLinkCounts.count,
        })
        .from(ownerLinkCounts)
        .innerJoin(ownerLinks, eq(ownerLinks.id, ownerLinkCounts.linkId))
        .where(gte(ownerLinkCounts.day, range.firstDay)),
    ];
  });
  const lines: readonly Line[] = [
    ...counted,
    ...paid.map((row) => ({ ...row, figure: 'paid' })),
    ...confirmed.map((row) => ({ ...row, figure: 'newsletter-confirmed', subject: '' })),
    ...clicks.map((row) => ({ ...row, figure: 'affiliate-click' })),
    ...bought.map((row) => ({ ...row, figure: 'affiliate-purchase' })),
    ...linked,
  ];
  return writeCsv([['day', 'figure', 'subject', 'count'], ...sumByPeriod(lines, unit)]);
}

/** Returns the sums of each period, figure and subject, in this order. */
function sumByPeriod(lines: readonly Line[], unit: FigureUnit): [string, string, string, number][] {
  const sums = new Map<string, [string, string, string, number]>();
  for (const { day, figure, subject, count: added } of lines) {
    const start = periodOf(day, unit);
    const key = [start, figure, subject].join('\n');
    const sum = sums.get(key)?.[3] ?? 0;
    sums.set(key, [start, figure, subject, sum + added]);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
