import type { ApiCalls } from '../server/routes.ts';
import { codeOfStatus, problemText } from '../shared/problems/screens.ts';

/** A call of the API: `GET /api/customers/:id`. */
export type CallName = keyof ApiCalls;

/** The JSON that a call answers. The browser trusts its own API, so this type is all there is. */
export type AnswerOf<Name extends CallName> = ApiCalls[Name]['answer'];

interface Received {
  /** 0 if no answer came at all. */
  readonly status: number;
  /** The server's own words, if it gave some. */
  readonly error?: string;
  readonly headers?: Headers;
  /** The status in words; empty if the connection carries none. */
  readonly statusText?: string;
  /** True if a page came instead of data: whatever answered does not know the call. */
  readonly isPage?: boolean;
}

/** The answer to a call. `ok` means JSON or nothing, with a status of 2xx. */
export type ApiAnswer<Data = unknown> = Received &
  ({ readonly ok: true; readonly data: Data } | { readonly ok: false; readonly data?: unknown });

/** The name and the password that a machine calls a service with. */
export interface ServiceCredentials {
  readonly name: string;
  readonly password: string;
}

/** The caller of a call; neither a token nor credentials for a visitor. */
export interface Caller {
  readonly token?: string | undefined;
  readonly credentials?: ServiceCredentials | undefined;
}

/** `params` if the path has parameters. */
type WithParams<Params> = [keyof Params] extends [never] ? unknown : { readonly params: Params };

/** `body` if the call takes a body. */
type WithBody<Body> = [Body] extends [undefined] ? unknown : { readonly body: Body };

/** What a call sends: the values in its path, its query and its body. */
export type Sent<Name extends CallName> = WithParams<ApiCalls[Name]['params']> &
  WithBody<ApiCalls[Name]['body']> & {
    readonly query?: ApiCalls[Name]['query'];
    /** The version that a change was made from, sent as If-Match. */
    readonly version?: number | undefined;
  };

/** The arguments after a call's name: none are needed if the call takes nothing. */
export type SentArguments<Name extends CallName> =
  Record<never, never> extends Sent<Name> ? [sent?: Sent<Name>] : [sent: Sent<Name>];

interface AnySent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly version?: number | undefined;
}

/** Milliseconds until a call is given up. The server gives up long before. */
export const timeoutMs = 60_000;

/** The path of a call with its values and its query. */
export function pathOf<Name extends CallName>(name: Name, ...[sent]: SentArguments<Name>): string {
  return pathWith(name, sent);
}

function pathWith(name: CallName, { params = {}, query = {} }: AnySent = {}): string {
  const [, pattern = ''] = name.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Makes a call as a visitor. See `callAs`. */
export function callApi<Name extends CallName>(
  name: Name,
  ...sent: SentArguments<Name>
): Promise<ApiAnswer<AnswerOf<Name>>> {
  return callAs({}, name, ...sent);
}

/**
 * Makes a call and reads the JSON answer. Never throws: a lost connection, an answer that breaks off and a timeout have
 * `status` 0.
 */
export async function callAs<Name extends CallName>(
  caller: Caller,
  name: Name,
  ...[sent]: SentArguments<Name>
): Promise<ApiAnswer<AnswerOf<Name>>> {
  const { body, version }: AnySent = sent ?? {};
  const authorization = authorizationOf(caller);
  let response: Response;
  let data: unknown;
  try {
    response = await fetch(pathWith(name, sent), {
      method: name.split(' ')[0] ?? '',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(authorization !== undefined && { authorization }),
        ...(version !== undefined && { 'if-match': `"${String(version)}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    data = await readJson(response);
  } catch {
    return { ok: false, status: 0 };
  }
  const { status, statusText, headers } = response;
  const error = errorOf(data);
  const isPage = data === undefined && /^text\/html\b/i.test(headers.get('content-type') ?? '');
  const received = { status, headers, statusText, isPage, ...(error !== undefined && { error }) };
  return response.ok && (data !== undefined || status === 204)
    ? { ok: true, data: data as AnswerOf<Name>, ...received }
    : { ok: false, data, ...received };
}

/** The Authorization header of a caller: HTTP Basic (RFC 7617) in UTF-8, or the token. */
function authorizationOf({ token, credentials }: Caller): string | undefined {
  if (!credentials) return token === undefined ? undefined : `Bearer ${token}`;
  const bytes = new TextEncoder().encode(`${credentials.name}:${credentials.password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** An answer's JSON; undefined if it is no JSON. Rejects if the answer breaks off. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The server's own words in an error. */
export function errorOf(data: unknown): string | undefined {
  const { error } = (data ?? {}) as { readonly error?: unknown };
  return typeof error === 'string' && error !== '' ? error : undefined;
}

/** The catalogue's code in an error. */
export function codeIn(data: unknown): unknown {
  return ((data ?? {}) as { readonly code?: unknown }).code;
}

interface RefusedField {
  readonly field: string;
  readonly message: string;
}

/** The server's messages about single fields in an error, in its order. */
export function refusedFields(data: unknown): readonly RefusedField[] {
  const { fields } = (data ?? {}) as { readonly fields?: readonly RefusedField[] };
  return fields ?? [];
}

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
