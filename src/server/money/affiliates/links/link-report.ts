import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { writeCsv } from '../../../../shared/csv.ts';
import { addMonths, dayOf, monthOf, monthStart } from '../../../../shared/dates.ts';
import { linkConversion } from '../../../../shared/link-figures.ts';
import { problem } from '../../../../shared/problems.ts';
import type { Context } from '../../../frame/context/context.ts';
import { iso, oneRow } from '../../../frame/db/sql.ts';
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

/** SQL for an AffiliateLink, built from a row of `affiliate_codes`. */
export const linkFields = sql`'code', code, 'label', label, 'created_at', ${iso(sql`created_at`)},
  'is_deleted', deleted_at is not null`;

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
  const { known, links } = await oneRow(
    context.db,
    reportStatement(affiliateScope(context, affiliateId), monthStart(months[0] ?? thisMonth)),
    z.extend(linkReport, { known: z.boolean() }),
  );
  if (!known) throw problem('affiliate-not-found');
  return {
    links: links.map((link) => {
      const byMonth = new Map(link.months.map((row) => [row.month, row]));
      const none = { clicks: 0, purchases: 0, earned_cents: 0 };
      return { ...link, months: months.map((month) => byMonth.get(month) ?? { month, ...none }) };
    }),
  };
}

/**
 * SELECT of a report. Entries of a purchase that now belongs to somebody else count for the affiliate's own code, so that the
 * sum over the links is the sum of the ledger.
 */
function reportStatement(scope: SQL, first: Date): SQL {
  const month = (at: SQL) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM')`;
  return sql`with ${ledgerCtes(scope)},
  ${referralsCte},
  codes as (select * from affiliate_codes where affiliate_id in (select id from own)),
  earned as (
    select purchase_id, occurred_at as at, 0 as purchases, amount_cents as cents from entries where entry_state <> 'On hold'
    union all
    select purchase_id, first_at, 1, 0 from referrals
  ),
  counted as (
    select code, to_char(day, 'YYYY-MM') as month, clicks, 0 as purchases, 0 as cents from link_clicks
    where code in (select code from codes) and day >= ${dayOf(first)}::date
    union all
    select coalesce(codes.code, (select code from codes where label is null)), ${month(sql`earned.at`)}, 0, earned.purchases, earned.cents
    from earned join purchases on purchases.id = earned.purchase_id
      left join codes on codes.code = purchases.affiliate_code
    where earned.at >= ${first.toISOString()}::timestamptz
  ),
  months as (
    select code, month, sum(clicks)::int as clicks, sum(purchases)::int as purchases, sum(cents)::int as earned_cents
    from counted group by code, month
  )
  select exists (select 1 from own) as known, (
    select coalesce(json_agg(json_build_object(${linkFields}, 'months', (
      select coalesce(json_agg(json_build_object(
        'month', month, 'clicks', clicks, 'purchases', purchases, 'earned_cents', earned_cents
      )), '[]') from months where months.code = codes.code
    )) order by label is not null, created_at, code), '[]') from codes
  ) as links`;
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
