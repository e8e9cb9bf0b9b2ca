import { callHeaders } from '../../shared/security-headers.ts';

/** The answer to a call as plain data: `toResponse` makes the Response. `Json` is the type of a JSON body. */
export interface Answer<Json = unknown> {
  readonly status: number;
  /** Headers beside those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** The failure that the answer tells of, for the log. */
  readonly error?: Error;
  /** Never set: it only carries the type. */
  readonly json?: Json;
}

/** An answer in JSON. */
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

/** A record in JSON. Its ETag names the version, for If-Match. */
export function record<Json extends object>(
  body: Json,
  { version }: { readonly version: number },
  status = 200,
): Answer<Json> {
  return json(body, status, { ETag: `"${String(version)}"` });
}

/** A page of a list in JSON. Its headers hold the number of all rows and the cursor of the next page, null at the end. */
export function page<const Json extends object>(
  body: Json,
  { next, total }: { readonly next: string | null; readonly total: string },
): Answer<Json> {
  return json(body, 200, { 'X-Total-Count': total, ...(next !== null && { 'X-Next-Cursor': next }) });
}

/** An answer without a body: 204. */
export function empty(headers: Answer['headers'] = {}): Answer<never> {
  return { status: 204, headers, body: null };
}

/**
 * Makes the Response of an answer, with the headers of every answer. All headers are set at once and as a plain record:
 * adding a header to a finished Response copies it.
 */
export function toResponse(
  { status, headers, body }: Answer,
  more: Readonly<Record<string, string>>,
): Response {
  return new Response(body, { status, headers: { ...callHeaders, ...headers, ...more } });
}
