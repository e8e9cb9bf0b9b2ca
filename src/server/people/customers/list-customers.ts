import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Context } from '../../frame/context/context.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { momentKey, textKey } from '../../frame/lists/keyset.ts';
import { exportCsv, searchableList } from '../../frame/lists/searchable-list.ts';
import { customerFields } from '../../../shared/schemas/customer.ts';
import { customerColumns } from './customer.ts';

const list = searchableList({
  table: customers,
  row: customerColumns,
  sortKeys: {
    name: textKey(sql`coalesce(lower(${customers.name}), '')`),
    email: textKey(sql`coalesce(lower(${customers.email}), '')`),
    created_at: momentKey(customers.createdAt),
  },
  defaultSort: '-created_at',
});

/** Query of an export. `q` searches name and email. */
export const customerQuery = list.query;

/** Query of one page. */
export const customerListQuery = list.pageQuery;

/** Lists customers page by page. Throws `invalid` for a wrong cursor. */
export const listCustomers = list.page;

const columns = [...customerFields, 'created_at'] as const;

/** Exports every customer that a query finds, as chunks of a CSV file. */
export function exportCustomers(
  context: Pick<Context, 'db'>,
  query: z.infer<typeof customerQuery>,
): AsyncGenerator<string> {
  return exportCsv(columns, (page) => listCustomers(context, { ...query, ...page }));
}
