import { codeOfStatus, problemText } from '../shared/problems/screens.ts';
import { type ApiAnswer, refusedFields } from './api.ts';

/** The message of a failed call: the server's own words, or ours if it has none. */
export function errorMessage({ status, error }: ApiAnswer): string {
  return error ?? problemText(codeOfStatus(status));
}

/**
 * The same with the HTTP status before it: `409 Somebody else changed …`. Without the server's own words the status text
 * stands there: `502 Bad Gateway`.
 */
export function errorWithStatus(answer: ApiAnswer): string {
  const { ok, status, error, statusText } = answer;
  if (status === 0) return errorMessage(answer);
  return `${String(status)} ${error ?? ((!ok && statusText) || errorMessage(answer))}`;
}

/** The server's messages about single fields, each once, without the fields that a form shows. */
export function fieldMessages({ data }: ApiAnswer, shown: readonly string[] = []): string | undefined {
  const others = refusedFields(data).filter(({ field }) => !shown.includes(field));
  return [...new Set(others.map(({ message }) => message))].join('. ') || undefined;
}

/** The JSON of an answer, or the message of the failed call. */
export function recordOrMessage<Json>(answer: ApiAnswer<Json>): Json | string {
  return answer.ok ? answer.data : errorMessage(answer);
}
