import * as z from 'zod/mini';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { writeCsv } from '../../../shared/csv.ts';
import { addMonths, monthStart } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { ledgerQuery, monthText } from '../../../shared/schemas/statement.ts';
import type { Context } from '../../frame/context/context.ts';
import { commissionEntries, entryKind } from '../../frame/db/schema/ledger.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { afterCursor, encodeCursor, momentKey, pageQuery, type Sorting } from '../../frame/lists/keyset.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import { ledgerCtes, ledgerEntry, newestEntries, storedEntry } from '../ledger/affiliate-ledger.ts';

const entryFilter = z.extend(ledgerQuery, {
  month: z.optional(monthText).check(z.describe('Entries of this UTC month')),
  kind: z.optional(z.enum(entryKind.enumValues)),
});

type EntryFilter = z.infer<typeof entryFilter>;

/** Query of one page, or of a CSV with every entry that matches. */
export const entriesQuery = z.extend(pageQuery, {
  ...entryFilter.shape,
  format: z._default(z.enum(['json', 'csv']), 'json'),
});

/** A page of an affiliate's ledger. */
export const entryList = z.object({
  entries: z.array(ledgerEntry).check(z.describe('Newest first')),
  months: z
    .array(z.string())
    .check(z.describe('The UTC months that have an entry of any kind, newest first')),
});

interface EntryPage extends z.infer<typeof entryList> {
  readonly next: string | null;
  /** Number of all entries that match the filter. */
  readonly total: string;
}

const newestFirst: Sorting = {
  key: momentKey(commissionEntries.occurredAt),
  id: commissionEntries.id,
  descending: true,
};

/**
 * Lists an affiliate's ledger page by page, newest first, in one round trip. Without an id, lists the caller's own ledger.
 * Throws `affiliate-not-found`, also for another affiliate's id unless the caller is an admin, or `invalid` for a wrong cursor.
 */
export async function listEntries(
  context: Pick<Context, 'db' | 'actor'>,
  { limit, cursor, ...filter }: EntryFilter & z.infer<typeof pageQuery>,
): Promise<EntryPage> {
  const scope = affiliateScope(context, filter.affiliate);
  const matching = matchingEntries(filter);
  const pageFilter = cursor === undefined ? matching : and(matching, afterCursor(cursor, newestFirst));
  // Reads one entry more than the page, to know whether there is a next page. Both CTEs get the alias
  // `commission_entries`, because the SQL of the filter and of the sort key names that table.
  const { known, entries, total, months, last } = await oneRow(
    context.db,
    sql`with ${ledgerCtes(scope, { filter: pageFilter, limit: limit + 1 })},
      ledger as (select * from commission_entries where affiliate_id in (select id from own))
    select exists (select 1 from own) as known, ${newestEntries(null)} as entries,
      (select count(*)::int from ledger as commission_entries where ${matching}) as total,
      (
        select coalesce(json_agg(month order by month desc), '[]')
        from (select distinct to_char(occurred_at at time zone 'UTC', 'YYYY-MM') as month from ledger) months
      ) as months,
      (
        select json_build_object('key', ${newestFirst.key.text}, 'id', id) from entries as commission_entries
        order by occurred_at desc, id desc offset ${limit - 1}::int limit 1
      ) as last`,
    z.object({
      known: z.boolean(),
      entries: z.array(storedEntry),
      total: z.number(),
      months: z.array(z.string()),
      last: z.nullable(z.object({ key: z.string(), id: z.string() })),
    }),
  );
  if (!known) throw problem('affiliate-not-found');
  return {
    entries: entries.slice(0, limit),
    months,
    next: entries.length > limit && last ? encodeCursor(last) : null,
    total: String(total),
  };
}

/** SQL condition on `commission_entries` for the entries of a filter. */
function matchingEntries({ month, kind }: EntryFilter): SQL {
  const { occurredAt } = commissionEntries;
  const isInMonth =
    month === undefined
      ? undefined
      : sql`${occurredAt} >= ${timestamptz(monthStart(month))} and ${occurredAt} < ${timestamptz(monthStart(addMonths(month, 1)))}`;
  return and(isInMonth, kind && eq(commissionEntries.kind, kind)) ?? sql`true`;
}

const csvHeader = [
  'date',
  'plan',
  'kind',
  'commission_usd',
  'rate_percent',
  'base_usd',
  'explanation',
  'state',
];

/** Exports the entries of a filter as CSV, newest first, amounts in dollars. Throws like `listEntries`. */
export async function exportEntries(
  context: Pick<Context, 'db' | 'actor'>,
  filter: EntryFilter,
): Promise<string> {
  const scope = affiliateScope(context, filter.affiliate);
  const { known, entries } = await oneRow(
    context.db,
    sql`with ${ledgerCtes(scope, { filter: matchingEntries(filter) })}
      select exists (select 1 from own) as known, ${newestEntries(null)} as entries`,
    z.object({ known: z.boolean(), entries: z.array(storedEntry) }),
  );
  if (!known) throw problem('affiliate-not-found');
  const rows = entries.map((entry) => [
    entry.date,
    entry.plan,
    entry.kind,
    { cents: entry.amount_cents },
    entry.rate_basis_points / 100,
    { cents: entry.base_cents },
    entry.explanation,
    entry.state,
  ]);
  return writeCsv([csvHeader, ...rows]);
}
