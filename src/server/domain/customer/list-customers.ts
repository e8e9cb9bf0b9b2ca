import { and, asc, desc, gt, ilike, lt, or, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import { plainText } from '../../../shared/schemas/text.ts';
import type { Context } from '../../context.ts';
import { customers } from '../../db/schema/customers.ts';
import { cutPage, momentKey, pageQuery, readCursor } from '../operations/keyset.ts';
import { toCustomer, type Customer } from './customer.ts';

/** A page, of customers that `q` finds; `sort` is a column, with a minus for descending. */
export const customerListQuery = pageQuery.extend({
  q: plainText.pipe(z.string().max(255)).optional(),
  sort: z.enum(['-created_at', 'created_at', 'name', '-name', 'email', '-email']).default('-created_at'),
});

export interface CustomerPage {
  readonly customers: readonly Customer[];
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
}

const keys: Record<string, SQL> = {
  created_at: momentKey(customers.createdAt),
  name: sql`coalesce(lower(${customers.name}), '')`,
  email: sql`coalesce(lower(${customers.email}), '')`,
};

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The customers, newest first unless sorted otherwise, one page at a time by keyset. */
export const listCustomers = async (
  { db }: Context,
  query: z.infer<typeof customerListQuery>,
): Promise<CustomerPage> => {
  const column = query.sort.replace('-', '');
  const key = keys[column] ?? sql`${customers.createdAt}`;
  const [order, after] = query.sort.startsWith('-') ? [desc, lt] : [asc, gt];
  const conditions: (SQL | undefined)[] = [];
  if (query.q)
    conditions.push(or(ilike(customers.name, contains(query.q)), ilike(customers.email, contains(query.q))));
  if (query.cursor) {
    const [value, id] = readCursor(query.cursor);
    conditions.push(after(sql`(${key}, ${customers.id})`, sql`(${value}::text, ${id}::uuid)`));
  }
  const rows = await db
    .select({ row: customers, key: sql<string>`${key}` })
    .from(customers)
    .where(and(...conditions))
    .orderBy(order(key), order(customers.id))
    .limit(query.limit + 1);
  const { page, next } = cutPage(rows, query.limit);
  return { customers: page.map(({ row }) => toCustomer(row)), next };
};
