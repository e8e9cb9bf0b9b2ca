import * as z from 'zod/mini';
import { eq } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { problem } from '../../../shared/problems.ts';
import type { customerFields, CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../frame/context/context.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { type ColumnsOf, iso } from '../../frame/db/sql.ts';

const inputFields = { name: z.nullable(z.string()), email: z.nullable(z.string()) } satisfies Readonly<
  Record<(typeof customerFields)[number], unknown>
>;

/** The request, as the answer repeats it. */
export const inputShape = z.object(inputFields);

/** A customer as the API answers it. Dates are ISO 8601 UTC. */
export const customerShape = z
  .object({
    id: z.string(),
    ...inputFields,
    created_at: z.iso.datetime(),
    version: z.number().check(z.describe('Starts at 1; send it with a change to detect conflicts')),
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

/** The columns of a Customer. */
export const customerColumns = {
  id: customers.id,
  name: customers.name,
  email: customers.email,
  created_at: iso(customers.createdAt),
  version: customers.version,
} satisfies ColumnsOf<Customer>;

/** The columns that the audit log stores. */
export const customerFacts = Object.values({
  id: customers.id,
  name: customers.name,
  email: customers.email,
  created_at: customers.createdAt,
} satisfies Record<Exclude<keyof Customer, 'version'>, PgColumn>);

/** Returns the columns of a caller's input. */
export function inputRow({ name, email }: CustomerInput) {
  return { name, email } satisfies Record<keyof CustomerInput, unknown>;
}

/** Returns the customer with this id. Throws `customer-not-found`. */
export async function showCustomer({ db }: Context, id: string): Promise<Customer> {
  const [customer] = await db.select(customerColumns).from(customers).where(eq(customers.id, id));
  if (!customer) throw problem('customer-not-found');
  return customer;
}
