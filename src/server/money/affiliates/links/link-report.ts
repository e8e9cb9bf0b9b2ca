import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import { writeCsv } from '../../../../shared/csv.ts';
import { addMonths, dayOf, monthOf, monthStart } from '../../../../shared/dates.ts';
import { linkConversion } from '../../../../shared/link-figures.ts';
import { problem } from '../../../../shared/problems.ts';
import type { Context } from '../../../frame/context/context.ts';
import { affiliates } from '../../../frame/db/schema/affiliates.ts';
import { affiliateCodes, linkClicks } from '../../../frame/db/schema/counts.ts';
import { purchases } from '../../../frame/db/schema/purchases.ts';
import { type ColumnsOf, iso } from '../../../frame/db/sql.ts';
import { affiliateScope } from '../find-affiliate.ts';
import { ledgerCtes, referralsCte } from '../../ledger/affiliate-ledger.ts';

/** A named link: a further code of an affiliate. */
export const affiliateLink = z.object({
  code: z.string(),
  label: z.nullable(z.string()).check(z.describe('Null for the affiliate’s own code')),
  created_at: z.iso.datetime(),
  is_deleted: z
    .boolean()
    .check(z.describe('A deleted link keeps its figures, and its code still counts and earns')),
});

export type AffiliateLink = z.infer<typeof affiliateLink>;

export const linkExample: AffiliateLink = {
  code: 'ada0002',
  label: 'Newsletter',
  created_at: '2025-08-04T12:00:00.000Z',
  is_deleted: false,
};

const figures = z.object({
  month: z.string().check(z.describe('A UTC month, YYYY-MM')),
  clicks: z.number(),
  purchases: z
    .number()
    .check(z.describe('Purchases with a commission, in the month of their first commission')),
  earned_cents: z.number().check(z.describe('Commissions of the month, without those on hold')),
});

/** An affiliate's links, each with its figures of the last twelve UTC months, oldest month first. */
export const linkReport = z.object({
  links: z.array(z.extend(affiliateLink, { months: z.array(figures) })),
});

export type LinkReport = z.infer<typeof linkReport>;

/** Number of months in the report. */
const reportMonths = 12;

/** The columns of an AffiliateLink. */
export const linkColumns = {
  code: affiliateCodes.code,
  label: affiliateCodes.label,
  created_at: iso(affiliateCodes.createdAt),
  is_deleted: sql<boolean>`${affiliateCodes.deletedAt} is not null`,
} satisfies ColumnsOf<AffiliateLink>;

/**
 * Reports the clicks, purchases and commissions of each of an affiliate's codes, the own code first, in one round trip. Months
 * without figures have zeros. Without an id, reports about the caller's own affiliate. Throws `affiliate-not-found`, also for
 * another affiliate's id unless the caller is an admin.
 */
export async function reportLinks(context: Context, affiliateId: string | undefined): Promise<LinkReport> {
  const thisMonth = monthOf(context.now);
  const months = Array.from({ length: reportMonths }, (_, index) =>
    addMonths(thisMonth, index + 1 - reportMonths),
  );
  const scope = affiliateScope(context, affiliateId);
  const { label, createdAt, code } = affiliateCodes;
  const [[owner], links, rows] = await context.db.atomically((tx) => [
    tx.select({ id: affiliates.id }).from(affiliates).where(scope),
    tx
      .select(linkColumns)
      .from(affiliateCodes)
      .innerJoin(affiliates, eq(affiliates.id, affiliateCodes.affiliateId))
      .where(scope)
      .orderBy(sql`${label} is not null`, createdAt, code),
    tx.execute<LinkFigures>(figuresStatement(scope, monthStart(months[0] ?? thisMonth))),
  ]);
  if (!owner) throw problem('affiliate-not-found');
  const found = new Map(rows.map(({ code: owned, ...row }) => [`${owned} ${row.month}`, row]));
  const none = { clicks: 0, purchases: 0, earned_cents: 0 };
  return {
    links: links.map((link) => ({
      ...link,
      months: months.map((month) => found.get(`${link.code} ${month}`) ?? { month, ...none }),
    })),
  };
}

type LinkFigures = { readonly code: string } & z.infer<typeof figures>;

/**
 * SELECT of the figures of each code and month. Entries of a purchase that now belongs to somebody else count for the affiliate's own
 * code, so that the sum over the links is the sum of the ledger.
 */
function figuresStatement(scope: SQL, first: Date): SQL {
  const month = (at: SQL) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM')`;
  return sql`with ${ledgerCtes(scope)},
  ${referralsCte},
  codes as (
    select ${affiliateCodes.code}, ${affiliateCodes.label} from ${affiliateCodes}
    where ${affiliateCodes.affiliateId} in (select id from own)
  ),
  earned as (
    select purchase_id, occurred_at as at, 0 as purchases, amount_cents as cents from entries where entry_state <> 'On hold'
    union all
    select purchase_id, first_at, 1, 0 from referrals
  ),
  counted as (
    select ${linkClicks.code}, to_char(${linkClicks.day}, 'YYYY-MM') as month, ${linkClicks.clicks}, 0 as purchases, 0 as cents
    from ${linkClicks} where ${linkClicks.code} in (select code from codes) and ${linkClicks.day} >= ${dayOf(first)}::date
    union all
    select coalesce(codes.code, (select code from codes where label is null)), ${month(sql`earned.at`)}, 0, earned.purchases, earned.cents
    from earned join ${purchases} on ${purchases.id} = earned.purchase_id
      left join codes on codes.code = ${purchases.affiliateCode}
    where earned.at >= ${first.toISOString()}::timestamptz
  )
  select code, month, sum(clicks)::int as clicks, sum(purchases)::int as purchases, sum(cents)::int as earned_cents
  from counted group by code, month`;
}

const csvHeader = ['month', 'link', 'code', 'clicks', 'purchases', 'conversion_percent', 'commission_usd'];

/** Exports the report as CSV, the newest month first, amounts in dollars. Throws like `reportLinks`. */
export async function exportLinks(context: Context, affiliateId: string | undefined): Promise<string> {
  const { links } = await reportLinks(context, affiliateId);
  const rows = links.flatMap(({ code, label, months }) =>
    months.map(
      ({ month, clicks, purchases, earned_cents }) =>
        [
          month,
          label ?? '',
          code,
          clicks,
          purchases,
          linkConversion({ clicks, purchases }) ?? '',
          { cents: earned_cents },
        ] as const,
    ),
  );
  return writeCsv([csvHeader, ...rows.toSorted(([a], [b]) => b.localeCompare(a))]);
}
