import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { oneRow } from '../../frame/db/sql.ts';
import { clicksOf, dailySums, paidByDay, topAffiliates, viewsOf } from './figures-sql.ts';
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
  paid: z.number().check(z.describe('First payments of purchases whose money arrived')),
  newsletter_confirmed: z.number(),
  downloads: z.number(),
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
      .check(z.describe('The sums since the first counted event in the twelve months, whatever the page')),
    pages: z
      .array(z.object({ page: z.string(), views: z.number() }))
      .check(z.describe('The most viewed pages')),
    affiliates: z.array(affiliateFigures).check(z.describe('The 50 affiliates with the most clicks')),
  })
  .check(z.meta({ id: 'Figures' }));

export type Figures = z.infer<typeof figuresShape>;

const storedFigures = z.object({
  sums: z.array(
    z.object({
      start: z.string(),
      figure: z.enum(Object.keys(fields) as (keyof typeof fields)[]),
      count: z.number(),
    }),
  ),
  buy_views: z.number(),
  first_counted: z.nullable(z.string()),
  paid: z.number(),
  pages: figuresShape.def.shape.pages,
  affiliates: z.array(z.omit(affiliateFigures, { conversion_percent: true })),
});

/** Loads the figures of the last twelve months in one round trip. `page` limits the views of the periods. */
export async function showFigures(
  { db, now }: Pick<Context, 'db' | 'now'>,
  unit: FigureUnit,
  page: string | undefined,
): Promise<Figures> {
  const range = figureRange(now);
  const { sums, buy_views, first_counted, paid, pages, affiliates } = await oneRow(
    db,
    sql`with pages as (${viewsOf(range)}),
      paid_by_day as (${paidByDay(range)}),
      clicks as (${clicksOf(range)}),
      counted as (select min(day) as first_day from daily_counts where day >= ${range.firstDay}::date),
      daily as (${dailySums(range, page)})
    select
      (
        select coalesce(json_agg(sums), '[]')
        from (select ${periodOf(sql`day`, unit)} as start, figure, sum(count)::int as count from daily group by 1, 2) sums
      ) as sums,
      (select coalesce(sum(views), 0)::int from pages where page = '/buy') as buy_views,
      (select first_day::text from counted) as first_counted,
      (select coalesce(sum(count), 0)::int from paid_by_day, counted where day >= first_day) as paid,
      (
        select coalesce(json_agg(json_build_object('page', page, 'views', views) order by views desc, page), '[]')
        from (select * from pages order by views desc, page limit ${listedPages}::int) pages
      ) as pages,
      (${topAffiliates}) as affiliates`,
    storedFigures,
  );
  const total = (figure: keyof typeof fields) =>
    sums.reduce((sum, row) => (row.figure === figure ? sum + row.count : sum), 0);
  return {
    unit,
    first_day: range.firstDay,
    last_day: range.lastDay,
    periods: withZeros(sums, range, unit),
    funnel: {
      first_day: first_counted,
      buy_views,
      plans_chosen: total('plan-chosen'),
      payments_begun: total('payment-begun'),
      paid,
    },
    pages,
    affiliates: affiliates.map((affiliate) => ({
      ...affiliate,
      conversion_percent: Math.round((affiliate.purchases / affiliate.clicks) * 1_000) / 10,
    })),
  };
}

/** Returns every period of the range. Figures without a sum are zero. */
function withZeros(
  sums: z.infer<typeof storedFigures>['sums'],
  range: FigureRange,
  unit: FigureUnit,
): Figures['periods'] {
  const noNumbers = {
    views: 0,
    plans_chosen: 0,
    payments_begun: 0,
    paid: 0,
    newsletter_confirmed: 0,
    downloads: 0,
  };
  const byStart = new Map(periodStarts(range, unit).map((start) => [start, { start, ...noNumbers }]));
  for (const { start, figure, count } of sums) {
    const period = byStart.get(start);
    if (period) period[fields[figure]] = count;
  }
  return [...byStart.values()];
}
