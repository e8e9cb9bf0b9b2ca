import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { searchText, sortBy } from '../../shared/schemas/list.ts';
import type { Context } from '../context.ts';
import { customers } from '../db/schema/customers.ts';
import { containing } from '../lists/containing.ts';
import { momentKey, pageQuery, type SortKey, textKey } from '../lists/keyset.ts';
import { listPage, type Page } from '../lists/list-page.ts';
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
