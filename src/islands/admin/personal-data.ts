import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { downloadAsViewer } from '../../client/accounts/download.ts';
import type { ApiAnswer } from '../../client/api.ts';

/** Downloads all personal data of an address. Returns the message of a failure, or null. */
export function downloadPersonalData(email: string): Promise<string | null> {
  return downloadAsViewer('/api/customers/data', 'personal-data.json', { method: 'POST', body: { email } });
}

/** Forgets a buyer's address. Returns the number of purchases that named it, or the failed answer. */
export async function forgetBuyer(email: string): Promise<number | ApiAnswer> {
  const answer = await authFetch('POST /api/customers/forget', { body: { email } });
  return answer.ok ? answer.data.purchases : answer;
}
