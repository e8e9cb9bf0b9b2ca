import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { exportCsv, exportedRows } from '../lists/list-page.ts';
import type { Affiliate } from './affiliate.ts';
import { type affiliateQuery, listAffiliates } from './list-affiliates.ts';
import { sql } from 'drizzle-orm';
import { type CsvCell, writeCsv } from '../../shared/csv.ts';
import { problem } from '../../shared/problems.ts';
import { oneRow } from '../db/sql.ts';
import { type LedgerEntry, ledgerOf, newestEntries, storedEntry, whoseLedger } from './ledger.ts';

/** The columns of an export; those that an import reads come first. */
const columns = ['name', 'email', 'code', 'referred_by', 'date_activated', 'date_created'] as const;

/** The affiliates that a query finds, all of them, as parts of a CSV file. */
export const exportAffiliates = (
  context: Pick<Context, 'db'>,
  query: z.infer<typeof affiliateQuery>,
): AsyncGenerator<string> =>
  exportCsv(
    columns,
    (row: Affiliate) => columns.map((column) => row[column]),
    (cursor) => listAffiliates(context, { ...query, cursor, limit: exportedRows }),
  );

const outcome = z.object({ known: z.boolean(), entries: z.array(storedEntry) });

const header = ['date', 'plan', 'kind', 'commission_usd', 'rate_percent', 'base_usd', 'explanation', 'state'];

const cellsOf = (entry: LedgerEntry): readonly CsvCell[] => [
  entry.date,
  entry.plan,
  entry.kind,
  { cents: entry.amount_cents },
  entry.rate_basis_points / 100,
  { cents: entry.base_cents },
  entry.explanation,
  entry.state,
];

/** The caller's own ledger as CSV, newest first, amounts in dollars. Throws as ownReferrals. */
export const exportReferrals = async (context: Context): Promise<string> => {
  const whose = whoseLedger(context, undefined);
  const { known, entries } = await oneRow(
    context.db,
    sql`with ${ledgerOf(whose.where)}
      select exists (select 1 from own) as known, ${newestEntries(null)} as entries`,
    outcome,
  );
  if (!known) throw problem(whose.missing);
  return writeCsv([header, ...entries.map(cellsOf)]);
};
