import { eq, sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { customers } from '../db/schema/customers.ts';
import { type Customer, customerJson } from './customer.ts';

/** The customer with this id. Throws `customer-not-found`. */
export const showCustomer = async ({ db }: Context, id: string): Promise<Customer> => {
  const [found] = await db
    .select({ customer: customerJson(sql`customers`) })
    .from(customers)
    .where(eq(customers.id, id));
  if (!found) throw problem('customer-not-found');
  return found.customer;
};
