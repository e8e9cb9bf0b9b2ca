import { and, asc, desc, gt, ilike, lt, or, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { plainText } from '../../../shared/schemas/text.ts';
import type { Context } from '../../context.ts';
import { customers } from '../../db/schema/customers.ts';
import { toCustomer, type Customer } from './customer.ts';

/** `sort` is a column, with a minus for descending; `cursor` is the `next` of the page before. */
export const customerListQuery = z.object({
  q: plainText.pipe(z.string().max(255)).optional(),
  sort: z.enum(['-created_at', 'created_at', 'name', '-name', 'email', '-email']).default('-created_at'),
  limit: z.coerce.number().int().min(1).max(limits.listRows).default(limits.listRows),
  cursor: z.string().max(1_024).optional(),
});

export interface CustomerPage {
  readonly customers: readonly Customer[];
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
}

const keys: Record<string, SQL> = {
  created_at: sql`to_char(${customers.createdAt} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`,
  name: sql`coalesce(lower(${customers.name}), '')`,
  email: sql`coalesce(lower(${customers.email}), '')`,
};

/** PostgreSQL takes no NUL in a text. */
const cursorShape = z.tuple([z.string().refine((key) => !key.includes('\0')), z.uuid()]);

const readCursor = (cursor: string): [string, string] => {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw problem('invalid', { fields: [{ field: 'cursor', message: 'Not a cursor of this list' }] });
  }
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
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const more = rows.length > query.limit && last;
  return {
    customers: page.map(({ row }) => toCustomer(row)),
    next: more ? Buffer.from(JSON.stringify([last.key, last.row.id])).toString('base64url') : null,
  };
};
