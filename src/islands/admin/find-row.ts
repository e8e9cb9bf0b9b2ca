import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { limits } from '../../shared/limits.ts';
import { wordsOf } from './said-by-server.ts';

/**
 * The row of a list with this id as it is now, looked for by each of these texts in turn; null where none of
 * them finds it, and the text of what went wrong where the list cannot be had.
 */
export const findRow = async <Row extends { readonly id: string }>(
  path: string,
  read: (data: unknown) => readonly Row[] | null,
  id: string,
  texts: readonly (string | null)[],
): Promise<Row | string | null> => {
  for (const q of texts) {
    if (q === null) continue;
    const params = new URLSearchParams({ q, limit: String(limits.listRows) });
    const answer = await callAsViewer('GET', `${path}?${params.toString()}`);
    const rows = answer.ok ? read(answer.data) : null;
    if (!rows) return wordsOf(answer);
    const found = rows.find((row) => row.id === id);
    if (found) return found;
  }
  return null;
};
