import { callHeaders } from '../../../shared/security-headers.ts';

/** The answer to a call, as plain data: `toResponse` converts it to a Response. `Json` is the type of its JSON body. */
export interface Answer<Json = unknown> {
  readonly status: number;
  /** Headers of this answer; `toResponse` adds those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** The error behind the answer, for the log. */
  readonly error?: Error;
  /** Never set: it only carries the type. */
  readonly json?: Json;
}

/** Creates an answer in JSON. */
export function json<const Json extends object>(
  body: Json,
  status = 200,
  headers: Answer['headers'] = {},
): Answer<Json> {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Creates an answer with a record in JSON, and with its version as the ETag, for If-Match. */
export function recordAnswer<Json extends { readonly version: number }>(record: Json): Answer<Json> {
  return json(record, 200, eTag(record.version));
}

/** Returns the header that names the version of a record. */
export function eTag(version: number): Answer['headers'] {
  return { ETag: `"${String(version)}"` };
}

/** Creates an answer with a page of a list in JSON. `next` is the cursor of the next page, and null on the last one. */
export function page<const Json extends object>(
  body: Json,
  { next, total }: { readonly next: string | null; readonly total: string },
): Answer<Json> {
  return json(body, 200, { 'X-Total-Count': total, ...(next !== null && { 'X-Next-Cursor': next }) });
}

/** Creates an answer without a body: 204. */
export function empty(headers: Answer['headers'] = {}): Answer<never> {
  return { status: 204, headers, body: null };
}

/**
 * Converts an answer to a Response, and adds the headers of every answer. All headers are passed to the constructor, because
 * setting one later copies the Response.
 */
export function toResponse({ status, headers, body }: Answer, extraHeaders: Answer['headers']): Response {
  return new Response(body, { status, headers: { ...callHeaders, ...headers, ...extraHeaders } });
}
