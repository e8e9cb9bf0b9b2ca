import type * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { exportCsv, exportedRows } from '../lists/export-csv.ts';
import type { Affiliate } from './affiliate.ts';
import { type affiliateQuery, listAffiliates } from './list-affiliates.ts';

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
