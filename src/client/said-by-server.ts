import { type ApiAnswer, refusedFields } from './api.ts';
import { codeOfStatus, problemText } from '../shared/problems/screens.ts';

/** Why a call came to nothing: the server's own words, or ours where it had none. */
export const wordsOf = ({ status, error }: ApiAnswer): string => error ?? problemText(codeOfStatus(status));

/**
 * The same with the HTTP status before it, where an answer came: `409 Somebody else changed …`. Without the server's
 * own words those of the connection do: `502 Bad Gateway`.
 */
export const saidByServer = (answer: ApiAnswer): string => {
  const { ok, status, error, statusText } = answer;
  if (status === 0) return wordsOf(answer);
  return `${String(status)} ${error ?? ((!ok && statusText) || wordsOf(answer))}`;
};

/** What the server says of single fields, each once, but for those that have it beside them: what no form shows. */
export const detailOf = ({ data }: ApiAnswer, shown: readonly string[] = []): string | undefined => {
  const others = refusedFields(data).filter(({ field }) => !shown.includes(field));
  return [...new Set(others.map(({ message }) => message))].join('. ') || undefined;
};
