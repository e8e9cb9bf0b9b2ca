import type * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { exportCsv, exportedRows } from '../lists/export-csv.ts';
import type { Customer } from './customer.ts';
import { type customerQuery, listCustomers } from './list-customers.ts';

const columns = ['name', 'email', 'created_at'] as const;

/** The customers that a query finds, all of them, as parts of a CSV file. */
export const exportCustomers = (
  context: Pick<Context, 'db'>,
  query: z.infer<typeof customerQuery>,
): AsyncGenerator<string> =>
  exportCsv(
    columns,
    (row: Customer) => columns.map((column) => row[column]),
    (cursor) => listCustomers(context, { ...query, cursor, limit: exportedRows }),
  );
