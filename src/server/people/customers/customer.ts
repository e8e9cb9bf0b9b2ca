import * as z from 'zod/mini';
import { eq, sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { customerFields, type CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../frame/context/context.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { iso } from '../../frame/db/sql.ts';

const inputFields = { name: z.nullable(z.string()), email: z.nullable(z.string()) } satisfies Readonly<
  Record<(typeof customerFields)[number], unknown>
>;

/** What a caller sent, as the API answers it. */
export const inputShape = z.object(inputFields);

/** A customer as the API answers it. Dates are ISO 8601 UTC. */
export const customerShape = z
  .object({
    id: z.string(),
    ...inputFields,
    created_at: z.iso.datetime(),
    version: z.number().check(z.describe('Number of changes; send it with a change to detect conflicts')),
  })
  .check(z.meta({ id: 'Customer' }));

export type Customer = z.infer<typeof customerShape>;

/** The input of a caller, for the API's description. */
export const inputExample = { name: 'Carl', email: 'carl@mail.example' };

export const customerExample = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22',
  ...inputExample,
  created_at: '2025-08-04T12:00:00.000Z',
  version: 1,
};

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

/** SQL list of the columns that callers set. */
export const inputColumns = sql.raw(customerFields.join(', '));

/** SQL list of an input's values, in the order of `inputColumns`. */
export function inputValues(input: CustomerInput): SQL {
  return sql.join(
    customerFields.map((field) => sql`${input[field]}::text`),
    sql`, `,
  );
}

function columns(row: SQL): SQL {
  const fields = customerFields.map((field) => sql`${sql.raw(`'${field}'`)}, ${row}.${sql.raw(field)}`);
  return sql`'id', ${row}.id, ${sql.join(fields, sql`, `)}, 'created_at', ${iso(sql`${row}.created_at`)}`;
}
