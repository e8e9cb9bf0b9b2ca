import * as z from 'zod/mini';
import type { ApiAnswer } from '../../client/api.ts';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { problemText } from '../../shared/problems.ts';
import { findRow } from './find-row.ts';

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

interface CustomerChange {
  readonly name: string | null;
  readonly email: string | null;
}

/** Makes a customer, or saves a changed one unless somebody else changed it since it was read (409). */
export const saveCustomer = (record: CustomerRecord | null, body: CustomerChange): Promise<ApiAnswer> =>
  record
    ? callAsViewer('PUT', `${customersPath}/${record.id}`, { body, version: record.version })
    : callAsViewer('POST', customersPath, { body });

const log = z.object({
  entries: z.array(
    z.object({ after: z.nullish(z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()) })) }),
  ),
});

/** The name and the email that the log of changes knows a customer by now. */
const loggedTexts = async (id: string): Promise<readonly (string | null)[]> => {
  const params = new URLSearchParams({ entity: 'customer', entityId: id, limit: '1' });
  const answer = await callAsViewer('GET', `/api/audit?${params.toString()}`);
  const after = log.safeParse(answer.data).data?.entries[0]?.after;
  return after ? [after.email, after.name] : [];
};

/** The customer as they are now, whatever both texts of them were changed to; the text of why they cannot be had. */
export const rereadCustomer = async ({
  id,
  name,
  email,
}: CustomerRecord): Promise<CustomerRecord | string> => {
  const find = (texts: readonly (string | null)[]) => findRow(customersPath, readCustomers, id, texts);
  return (
    (await find([email, name])) ?? (await find(await loggedTexts(id))) ?? problemText('customer-not-found')
  );
};

/** Deletes a customer, and with it what else is kept of their name and address. */
export const deleteCustomer = ({ id, version }: CustomerRecord): Promise<ApiAnswer> =>
  callAsViewer('DELETE', `${customersPath}/${id}`, { version });
