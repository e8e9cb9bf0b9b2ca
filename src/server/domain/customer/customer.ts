import { type customers } from '../../db/schema/customers.ts';

/** A customer as the API shows it: ISO 8601 UTC in `created_at`. */
export interface Customer {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly created_at: string;
}

export const toCustomer = (row: typeof customers.$inferSelect): Customer => ({
  id: row.id,
  name: row.name,
  email: row.email,
  created_at: row.createdAt.toISOString(),
});
