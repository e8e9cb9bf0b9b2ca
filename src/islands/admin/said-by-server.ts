import type { ApiAnswer } from '../../client/api.ts';
import { problemText } from '../../shared/problems.ts';

/** Why a call came to nothing: the server's own words, or ours where it had none. */
export const wordsOf = ({ status, error }: ApiAnswer): string =>
  error ?? problemText(status === 0 ? 'connection-lost' : 'internal-error');

/** The same with the HTTP status before it, where an answer came: `409 Somebody else changed …`. */
export const saidByServer = (answer: ApiAnswer): string =>
  answer.status === 0 ? wordsOf(answer) : `${String(answer.status)} ${wordsOf(answer)}`;
