import * as z from 'zod/mini';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { readRecord } from '../../client/accounts/read-record.ts';

const customer = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  created_at: z.string(),
  version: z.optional(z.number()),
});

/** A customer as admins get it; `version` goes back with a change. */
export type CustomerRecord = z.infer<typeof customer>;

/** Either an object with a customers array, or a bare array. */
const list = z.union([z.object({ customers: z.array(customer) }), z.array(customer)]);

export const readCustomers = (data: unknown): readonly CustomerRecord[] | null => {
  const found = list.safeParse(data).data;
  if (!found) return null;
  return 'customers' in found ? found.customers : found;
};

/** The customers' part of the API. */
export const customersPath = '/api/customers';

const pathOf = ({ id }: CustomerRecord): string => `${customersPath}/${id}`;

interface CustomerChange {
  readonly name: string | null;
  readonly email: string | null;
}

/** Makes a customer, or saves a changed one unless somebody else changed it since it was read (409). */
export const saveCustomer = (record: CustomerRecord | null, body: CustomerChange): Promise<ApiAnswer> =>
  record
    ? callAsViewer('PUT', pathOf(record), { body, version: record.version })
    : callAsViewer('POST', customersPath, { body });

/** The customer as they are now, or the text of why they cannot be had. */
export const rereadCustomer = (record: CustomerRecord): Promise<CustomerRecord | string> =>
  readRecord(pathOf(record), customer);

/** Deletes a customer, and with it what else is kept of their name and address. */
export const deleteCustomer = (record: CustomerRecord): Promise<ApiAnswer> =>
  callAsViewer('DELETE', pathOf(record), { version: record.version });
