import * as z from 'zod/mini';
import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { writeCsv } from '../../../shared/csv.ts';
import { addMonths, monthStart } from '../../../shared/dates.ts';
import { problem } from '../../../shared/problems.ts';
import { ledgerQuery, monthText } from '../../../shared/schemas/statement.ts';
import type { Context } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import { commissionEntries, entryKind } from '../../frame/db/schema/ledger.ts';
import { timestamptz } from '../../frame/db/sql.ts';
import { afterCursor, encodeCursor, pageQuery } from '../../frame/lists/keyset.ts';
import { affiliateScope } from '../affiliates/find-affiliate.ts';
import { saleClaim, selectSaleClaims } from '../affiliates/sale-claims.ts';
import { ledgerEntry, newestFirst, selectEntries } from '../ledger/affiliate-ledger.ts';

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
  sale_claims: z.array(saleClaim).check(z.describe('The reported missing sales, the open ones first')),
});

interface EntryPage extends z.infer<typeof entryList> {
  readonly next: string | null;
  /** Number of all entries that match the filter. */
  readonly total: string;
}

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
  const month = sql<string>`to_char(${commissionEntries.occurredAt} at time zone 'UTC', 'YYYY-MM')`;
  const [[owner], found, [counted], months, claims] = await context.db.atomically((tx) => {
    const own = tx.select({ id: affiliates.id }).from(affiliates).where(scope);
    const isOwn = inArray(commissionEntries.affiliateId, own);
    return [
      own,
      // Reads one entry more than the page, to know whether there is a next page.
      selectEntries(tx, scope, {
        filter: cursor === undefined ? matching : and(matching, afterCursor(cursor, newestFirst)),
        limit: limit + 1,
      }),
      tx.select({ total: count() }).from(commissionEntries).where(and(isOwn, matching)),
      tx.select({ month }).from(commissionEntries).where(isOwn).groupBy(month).orderBy(desc(month)),
      selectSaleClaims(tx, scope),
    ];
  });
  if (!owner) throw problem('affiliate-not-found');
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(({ entry }) => entry),
    months: months.map((row) => row.month),
    sale_claims: claims,
    next: found.length > limit && last ? encodeCursor({ key: last.key, id: last.entry.id }) : null,
    total: String(counted?.total ?? 0),
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
  const [[owner], entries] = await context.db.atomically((tx) => [
    tx.select({ id: affiliates.id }).from(affiliates).where(scope),
    selectEntries(tx, scope, { filter: matchingEntries(filter) }),
  ]);
  if (!owner) throw problem('affiliate-not-found');
  const rows = entries.map(({ entry }) => [
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
