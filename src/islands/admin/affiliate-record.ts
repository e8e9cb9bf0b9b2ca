import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, recordOrMessage } from '../../client/api.ts';

/** An affiliate as admins get it. */
export type AffiliateRecord = AnswerOf<'GET /api/affiliates/:id'>;

/** The rows of the list. */
export function affiliatesIn(answer: AnswerOf<'GET /api/affiliates'>): readonly AffiliateRecord[] {
  return answer;
}

/** Saves a changed record. Refused with 409 if somebody else changed it since it was read. */
export function saveAffiliate(record: AffiliateRecord, change: Partial<AffiliateRecord>): Promise<ApiAnswer> {
  const { name, email, code, date_activated, referred_by } = { ...record, ...change };
  const body = { name, email: email ?? '', code, date_activated, referred_by };
  return authFetch('PUT /api/affiliates/:id', { params: record, body, version: record.version });
}

/** Loads the newest record of an affiliate, or the message of the failure. */
export async function reloadAffiliate(record: AffiliateRecord): Promise<AffiliateRecord | string> {
  return recordOrMessage(await authFetch('GET /api/affiliates/:id', { params: record }));
}

/** Deletes a record, or closes it if the ledger names it. */
export function deleteAffiliate(record: AffiliateRecord): Promise<ApiAnswer> {
  return authFetch('DELETE /api/affiliates/:id', { params: record, version: record.version });
}
