import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { searchText, sortBy } from '../../shared/schemas/list.ts';
import type { Context } from '../context.ts';
import { customers } from '../db/schema/customers.ts';
import { containing, exportCsv, exportedRows, listPage, type Page } from '../lists/list-page.ts';
import { momentKey, pageQuery, type SortKey, textKey } from '../lists/keyset.ts';
import { type Customer, customerJson } from './customer.ts';

/** Which customers: those that `q` finds in name or email, newest first unless sorted otherwise. */
export const customerQuery = z.object({
  q: searchText,
  sort: sortBy(['name', 'email', 'created_at'], '-created_at'),
});

/** A page of them. */
export const customerListQuery = z.extend(pageQuery, customerQuery.shape);

const keys: Record<z.infer<typeof customerQuery>['sort']['by'], SortKey> = {
  name: textKey(sql`coalesce(lower(${customers.name}), '')`),
  email: textKey(sql`coalesce(lower(${customers.email}), '')`),
  created_at: momentKey(customers.createdAt),
};

/** The customers that a query asks for, one page at a time by keyset. Throws `invalid` for a wrong cursor. */
export const listCustomers = (
  context: Pick<Context, 'db'>,
  { q, sort, limit, cursor }: z.infer<typeof customerListQuery>,
): Promise<Page<Customer>> =>
  listPage(context, {
    table: customers,
    id: customers.id,
    json: customerJson(sql`customers`),
    where: q ? containing(sql`${customers.searchText}`, q) : undefined,
    key: keys[sort.by],
    descending: sort.descending,
    limit,
    cursor,
  });

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
