import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { type CsvCell, writeCsv } from '../../../shared/csv.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import { oneRow } from '../operations/one-row.ts';
import { type LedgerEntry, ledgerOf, newestEntries, storedEntry } from './ledger.ts';

const outcome = z.object({ known: z.boolean(), entries: z.array(storedEntry) });

const header = ['date', 'plan', 'kind', 'commission_usd', 'rate_percent', 'base_usd', 'explanation', 'state'];

const cellsOf = (entry: LedgerEntry): readonly CsvCell[] => [
  entry.date,
  entry.plan,
  entry.kind,
  entry.amount_cents / 100,
  entry.rate_basis_points / 100,
  entry.base_cents / 100,
  entry.explanation,
  entry.state,
];

/** The caller's own ledger as CSV, newest first, amounts in dollars. Throws `affiliate-not-found` without a record. */
export const exportReferrals = async ({ db, actor }: Context): Promise<string> => {
  if (actor.kind !== 'user' || actor.email === null) throw problem('affiliate-not-found');
  const { known, entries } = await oneRow(
    db,
    sql`with ${ledgerOf(actor.email)}
      select exists (select 1 from own) as known, ${newestEntries(null)} as entries`,
    outcome,
  );
  if (!known) throw problem('affiliate-not-found');
  return writeCsv([header, ...entries.map(cellsOf)]);
};
