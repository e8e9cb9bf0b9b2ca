import * as z from 'zod/mini';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { downloadAsViewer } from '../../client/accounts/download.ts';
import type { ApiAnswer } from '../../client/api.ts';

/** Downloads everything that is kept about an address. The text of what went wrong, or null. */
export const downloadPersonalData = (email: string): Promise<string | null> =>
  downloadAsViewer('/api/customers/data', 'personal-data.json', { method: 'POST', body: { email } });

const forgotten = z.object({ purchases: z.number() });

/** Forgets a buyer's address: how many purchases named it, or the answer that came instead. */
export const forgetBuyer = async (email: string): Promise<number | ApiAnswer> => {
  const answer = await callAsViewer('POST', '/api/customers/forget', { body: { email } });
  const found = answer.ok ? forgotten.safeParse(answer.data).data : undefined;
  return found ? found.purchases : { ...answer, ok: false };
};
