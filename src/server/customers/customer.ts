import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import { iso } from '../db/sql.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { customers } from '../db/schema/customers.ts';

/** A customer as the API shows it: ISO 8601 UTC in `created_at`. */
export const customerShape = z
  .object({
    id: z.string(),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    created_at: z.iso.datetime(),
    version: z
      .number()
      .check(z.describe('Counts the changes; a change may name the version it was made from')),
  })
  .check(z.meta({ id: 'Customer' }));

export type Customer = z.infer<typeof customerShape>;

const facts = (row: SQL): SQL => sql`
  'id', ${row}.id, 'name', ${row}.name, 'email', ${row}.email, 'created_at', ${iso(sql`${row}.created_at`)}`;

/** What the audit log keeps of a row (a table, or an alias of one). */
export const customerFacts = (row: SQL): SQL => sql`jsonb_build_object(${facts(row)})`;

/** A row as a Customer. */
export const customerJson = (row: SQL): SQL<Customer> =>
  sql`json_build_object(${facts(row)}, 'version', ${row}.version)`;

/** The customer with this id. Throws `customer-not-found`. */
export const showCustomer = async ({ db }: Context, id: string): Promise<Customer> => {
  const [found] = await db
    .select({ customer: customerJson(sql`customers`) })
    .from(customers)
    .where(eq(customers.id, id));
  if (!found) throw problem('customer-not-found');
  return found.customer;
};
