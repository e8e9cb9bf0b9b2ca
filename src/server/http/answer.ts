import { callHeaders } from '../../shared/security-headers.ts';

/** What a call is answered with, as plain data: `toResponse` alone makes a response of it. */
export interface Answer {
  readonly status: number;
  /** Beside those that every answer has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** What went wrong where the answer tells of a failure: for the log, never for the caller. */
  readonly error?: unknown;
}

/** An answer in JSON. */
export const json = (body: object, status = 200, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Done, and nothing to say: 204. */
export const empty = (headers: Answer['headers'] = {}): Answer => ({ status: 204, headers, body: null });

/**
 * The response that an answer is sent as, with the headers of src/shared/security-headers.ts where it does not say
 * otherwise. All of them at once and as a plain record: a header that is added to a finished response copies it.
 */
export const toResponse = (
  { status, headers, body }: Answer,
  more: Readonly<Record<string, string>>,
): Response => new Response(body, { status, headers: { ...callHeaders, ...headers, ...more } });
