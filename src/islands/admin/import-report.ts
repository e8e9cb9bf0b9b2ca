import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { recordOrMessage } from '../../client/api-error.ts';
import type { AnswerOf } from '../../client/api.ts';

/** What the server found in a file: its rows, their problems, and columns that it does not read. */
export type ImportReport = AnswerOf<'POST /api/affiliates/import'>;

/** Checks a file, or imports it unless a row has a problem. */
export async function importAffiliates(csv: string, dryRun: boolean): Promise<ImportReport | string> {
  return recordOrMessage(await authFetch('POST /api/affiliates/import', { body: { csv, dryRun } }));
}
