import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { customers } from '../db/schema/customers.ts';
import { iso } from '../db/sql.ts';

/** A customer as the API answers it. Dates are ISO 8601 UTC. */
export const customerShape = z
  .object({
    id: z.string(),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    created_at: z.iso.datetime(),
    version: z.number().check(z.describe('Number of changes; send it with a change to detect conflicts')),
  })
  .check(z.meta({ id: 'Customer' }));

export type Customer = z.infer<typeof customerShape>;

/** Returns the customer with this id. Throws `customer-not-found`. */
export async function showCustomer({ db }: Context, id: string): Promise<Customer> {
  const [row] = await db
    .select({ customer: customerJson(sql`customers`) })
    .from(customers)
    .where(eq(customers.id, id));
  if (!row) throw problem('customer-not-found');
  return row.customer;
}

/** SQL for a Customer, built from a row of `customers` (the table or an alias). */
export function customerJson(row: SQL): SQL<Customer> {
  return sql`json_build_object(${columns(row)}, 'version', ${row}.version)`;
}

/** SQL for the fields of a customer that the audit log stores. */
export function customerFacts(row: SQL): SQL {
  return sql`jsonb_build_object(${columns(row)})`;
}

function columns(row: SQL): SQL {
  return sql`
  'id', ${row}.id, 'name', ${row}.name, 'email', ${row}.email, 'created_at', ${iso(sql`${row}.created_at`)}`;
}
