import * as z from 'zod/mini';
import { and, desc, eq, min } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { dailyCounts } from '../../frame/db/schema/counts.ts';
import { only } from '../../frame/db/sql.ts';
import { ownerLinkFields, selectOwnerLinks } from './owner-links.ts';
import { countedSum, isCounted, selectConfirmed, selectPaid, selectTopAffiliates } from './select-figures.ts';
import {
  type FigureRange,
  figureRange,
  figureUnit,
  type FigureUnit,
  periodOf,
  periodStarts,
} from './periods.ts';

/** Number of pages in the list, those with the most views. */
const listedPages = 100;

const numbers = {
  views: z.number(),
  plans_chosen: z.number(),
  payments_begun: z.number(),
  paid: z.number().check(z.describe('Purchases whose first payment arrived')),
  newsletter_confirmed: z.number(),
  downloads: z.number(),
};

const { newsletter_confirmed: _newsletter, paid: _paid, ...reported } = numbers;

const linkNumbers = {
  ...reported,
  paid: z.number().check(z.describe('Payments reported by browsers that used the link')),
};

/** The numbers of a period by the name of the figure in SQL. */
const fields = {
  view: 'views',
  'plan-chosen': 'plans_chosen',
  'payment-begun': 'payments_begun',
  paid: 'paid',
  'newsletter-confirmed': 'newsletter_confirmed',
  download: 'downloads',
} as const;

const affiliateFigures = z.object({
  affiliate_id: z.string(),
  name: z.string(),
  code: z.string(),
  clicks: z.number(),
  purchases: z
    .number()
    .check(z.describe('Credited purchases since the first counted click, without pending and failed ones')),
  conversion_percent: z
    .number()
    .check(z.describe('Purchases for each 100 clicks. Clicks that were not counted can bring it above 100')),
});

/** The owner's figures of the last twelve months, in UTC days. */
export const figuresShape = z
  .object({
    unit: figureUnit,
    first_day: z.iso.date().check(z.describe('A Monday')),
    last_day: z.iso.date().check(z.describe('Today')),
    periods: z
      .array(z.object({ start: z.iso.date(), ...numbers }))
      .check(z.describe('Every day or week of the twelve months, oldest first. Weeks begin on Monday')),
    funnel: z
      .object({
        first_day: z
          .nullable(z.iso.date())
          .check(z.describe('The first day with a counted event; null before the first one')),
        buy_views: z.number(),
        plans_chosen: z.number(),
        payments_begun: z.number(),
        paid: z.number(),
      })
      .check(z.describe('The totals over all pages since the first counted event in the twelve months')),
    pages: z
      .array(z.object({ page: z.string(), views: z.number() }))
      .check(z.describe('The most viewed pages')),
    affiliates: z.array(affiliateFigures).check(z.describe('The 50 affiliates with the most clicks')),
    links: z
      .array(z.object({ ...ownerLinkFields, ...linkNumbers }))
      .check(z.describe('The owner’s links, newest first, with the totals of the twelve months')),
  })
  .check(z.meta({ id: 'Figures' }));

export type Figures = z.infer<typeof figuresShape>;

/** The number of a figure on a day. */
interface DayFigure {
  readonly day: string;
  readonly figure: keyof typeof fields;
  readonly count: number;
}

/** Loads the figures of the last twelve months in one round trip. `page` limits the views of the periods. */
export async function showFigures(
  { db, now }: Pick<Context, 'db' | 'now'>,
  unit: FigureUnit,
  page: string | undefined,
): Promise<Figures> {
  const range = figureRange(now);
  const isView = and(isCounted(range), eq(dailyCounts.event, 'view'));
  const [counted, pages, buyViews, first, paid, confirmed, affiliates, links] = await db.atomically((tx) => [
    tx
      .select({ day: dailyCounts.day, figure: dailyCounts.event, count: countedSum })
      .from(dailyCounts)
      .where(isCounted(range, page))
      .groupBy(dailyCounts.day, dailyCounts.event),
    tx
      .select({ page: dailyCounts.subject, views: countedSum })
      .from(dailyCounts)
      .where(isView)
      .groupBy(dailyCounts.subject)
      .orderBy(desc(countedSum), dailyCounts.subject)
      .limit(listedPages),
    tx
      .select({ views: countedSum })
      .from(dailyCounts)
      .where(and(isView, eq(dailyCounts.subject, '/buy'))),
    tx
      .select({ day: min(dailyCounts.day) })
      .from(dailyCounts)
      .where(isCounted(range)),
    selectPaid(tx, range),
    selectConfirmed(tx, range),
    selectTopAffiliates(tx, range),
    selectOwnerLinks(tx, range),
  ]);
  const sums: readonly DayFigure[] = [
    ...counted,
    ...paid.map((row) => ({ ...row, figure: 'paid' as const })),
    ...confirmed.map((row) => ({ ...row, figure: 'newsletter-confirmed' as const })),
  ];
  const { day: firstDay } = only(first);
  const total = (figure: DayFigure['figure'], since = '') =>
    sums.reduce((sum, row) => (row.figure === figure && row.day >= since ? sum + row.count : sum), 0);
  return {
    unit,
    first_day: range.firstDay,
    last_day: range.lastDay,
    periods: withZeros(sums, range, unit),
    funnel: {
      first_day: firstDay,
      buy_views: only(buyViews).views,
      plans_chosen: total('plan-chosen'),
      payments_begun: total('payment-begun'),
      paid: firstDay === null ? 0 : total('paid', firstDay),
    },
    pages,
    links,
    affiliates: affiliates.map((affiliate) => ({
      ...affiliate,
      conversion_percent: Math.round((affiliate.purchases / affiliate.clicks) * 1_000) / 10,
    })),
  };
}

/** Returns every period of the range. Figures without a sum are zero. */
function withZeros(sums: readonly DayFigure[], range: FigureRange, unit: FigureUnit): Figures['periods'] {
  const noNumbers = Object.fromEntries(Object.values(fields).map((field) => [field, 0])) as Record<
    (typeof fields)[DayFigure['figure']],
    number
  >;
  const byStart = new Map(periodStarts(range, unit).map((start) => [start, { start, ...noNumbers }]));
  for (const { day, figure, count } of sums) {
    const period = byStart.get(periodOf(day, unit));
    if (period) period[fields[figure]] += count;
  }
  return [...byStart.values()];
}
