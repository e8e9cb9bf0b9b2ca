import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { recordOrMessage } from '../../client/api-error.ts';
import type { AnswerOf, ApiAnswer } from '../../client/api.ts';

/** A customer as admins get it. */
export type CustomerRecord = AnswerOf<'GET /api/customers/:id'>;

/** The rows of a list: an object with a customers array, or a bare array. */
export function customersIn(answer: AnswerOf<'GET /api/customers'> | readonly CustomerRecord[]) {
  return 'customers' in answer ? answer.customers : answer;
}

interface CustomerChange {
  readonly name: string | null;
  readonly email: string | null;
}

/** Creates a customer, or saves a changed customer. Refused with 409 if somebody else changed it since it was read. */
export function saveCustomer(record: CustomerRecord | null, body: CustomerChange): Promise<ApiAnswer> {
  if (!record) return authFetch('POST /api/customers', { body });
  return authFetch('PUT /api/customers/:id', { params: record, body, version: record.version });
}

/** Loads the newest record of a customer, or the message of the failure. */
export async function reloadCustomer(record: CustomerRecord): Promise<CustomerRecord | string> {
  return recordOrMessage(await authFetch('GET /api/customers/:id', { params: record }));
}

/** Deletes a customer, and everything else that holds their name and address. */
export function deleteCustomer(record: CustomerRecord): Promise<ApiAnswer> {
  return authFetch('DELETE /api/customers/:id', { params: record, version: record.version });
}
