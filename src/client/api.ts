import type { ApiCalls } from '../server/routes.ts';
import { codeOfStatus, problemText } from '../shared/problem-texts/common.ts';
import { runErrand } from './side-errand.ts';
import type { ServiceCredentials } from '../shared/roles.ts';

/** A call of the API: `GET /api/customers/:id`. */
export type CallName = keyof ApiCalls;

/** The JSON answer of a call. The browser trusts its own API and checks no fields. */
export type AnswerOf<Name extends CallName> = ApiCalls[Name]['answer'];

interface AnswerHead {
  /** 0 if no answer came. */
  readonly status: number;
  /** The server's error text, if it sent one. */
  readonly error?: string;
  readonly headers?: Headers;
  /** The text of the status. Empty on connections that transfer none. */
  readonly statusText?: string;
  /** True if a web page came instead of data, so the API was not reached. */
  readonly isHtml?: boolean;
}

/** The answer to a call. `ok` means a status of 2xx with JSON, or 204. */
export type ApiAnswer<Data = unknown> = AnswerHead &
  ({ readonly ok: true; readonly data: Data } | { readonly ok: false; readonly data?: unknown });

/** The caller of a call. A visitor has neither a token nor credentials. */
export interface Caller {
  readonly token?: string | undefined;
  readonly credentials?: ServiceCredentials | undefined;
}

/** `params` if the path has parameters. */
type WithParams<Params> = [keyof Params] extends [never] ? unknown : { readonly params: Params };

/** `body` if the call takes a body. */
type WithBody<Body> = [Body] extends [undefined] ? unknown : { readonly body: Body };

/** The input of a call: the parameters of its path, its query and its body. */
export type CallInput<Name extends CallName> = WithParams<ApiCalls[Name]['params']> &
  WithBody<ApiCalls[Name]['body']> & {
    readonly query?: ApiCalls[Name]['query'];
    /** The version of the record that a change is based on, sent as If-Match. */
    readonly version?: number | undefined;
  };

/** The arguments of a call after its name. Optional if the call needs no input. */
export type CallArguments<Name extends CallName> =
  Record<never, never> extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

interface AnyCallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly version?: number | undefined;
}

/** Timeout of a call in milliseconds. The server times out long before that. */
export const timeoutMs = 60_000;

/** Returns a signal that ends a request after a time, or null in a browser without such signals. */
export function timeoutSignal(ms: number): AbortSignal | null {
  return runErrand(() => AbortSignal.timeout(ms)) ?? null;
}

/** Returns the path of a call with its parameters and its query. */
export function callPath<Name extends CallName>(name: Name, ...[input]: CallArguments<Name>): string {
  return buildPath(name, input);
}

function buildPath(name: CallName, { params = {}, query = {} }: AnyCallInput = {}): string {
  const [, pattern = ''] = name.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Makes a call as a visitor. See `callAs`. */
export function callApi<Name extends CallName>(
  name: Name,
  ...callArguments: CallArguments<Name>
): Promise<ApiAnswer<AnswerOf<Name>>> {
  return callAs({}, name, ...callArguments);
}

/**
 * Makes a call and reads the JSON answer. Never throws: a lost connection, an incomplete answer and a timeout have `status`
 * 0.
 */
export async function callAs<Name extends CallName>(
  caller: Caller,
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<ApiAnswer<AnswerOf<Name>>> {
  const { body, version }: AnyCallInput = input ?? {};
  const authorization = authorizationHeader(caller);
  let response: Response;
  let data: unknown;
  try {
    response = await fetch(buildPath(name, input), {
      method: name.split(' ')[0] ?? '',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(authorization !== undefined && { authorization }),
        ...(version !== undefined && { 'if-match': `"${String(version)}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: timeoutSignal(timeoutMs),
    });
    data = await readJson(response);
  } catch {
    return { ok: false, status: 0 };
  }
  const { status, statusText, headers } = response;
  const error = errorText(data);
  const isHtml = data === undefined && /^text\/html\b/i.test(headers.get('content-type') ?? '');
  const head = { status, headers, statusText, isHtml, ...(error !== undefined && { error }) };
  return response.ok && (data !== undefined || status === 204)
    ? { ok: true, data: data as AnswerOf<Name>, ...head }
    : { ok: false, data, ...head };
}

/** Returns the Authorization header of a caller: HTTP Basic (RFC 7617) in UTF-8, or the token. */
function authorizationHeader({ token, credentials }: Caller): string | undefined {
  if (!credentials) return token === undefined ? undefined : `Bearer ${token}`;
  const bytes = new TextEncoder().encode(`${credentials.name}:${credentials.secret}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** Reads an answer's JSON. Returns undefined for an answer without JSON. Rejects if the answer is incomplete. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the error text of an answer. */
export function errorText(data: unknown): string | undefined {
  const { error } = (data ?? {}) as { readonly error?: unknown };
  return typeof error === 'string' && error !== '' ? error : undefined;
}

/** Returns the problem code of an error answer. The codes are in src/shared/problems. */
export function problemCode(data: unknown): unknown {
  return ((data ?? {}) as { readonly code?: unknown }).code;
}

interface RefusedField {
  readonly field: string;
  readonly message: string;
}

/** Returns the server's messages about single fields, in its order. */
export function refusedFields(data: unknown): readonly RefusedField[] {
  const { fields } = (data ?? {}) as { readonly fields?: readonly RefusedField[] };
  return fields ?? [];
}

/** True if the API has no such record. A web page with status 404 comes from another server. */
export function isMissing({ status, isHtml }: ApiAnswer): boolean {
  return status === 404 && !isHtml;
}

/** Returns the message of a failed call: the server's text, or our own text. */
export function errorMessage({ status, error }: ApiAnswer): string {
  return error ?? problemText(codeOfStatus(status));
}

/**
 * Returns the message after the HTTP status: `409 Somebody else has changed …`. Without a text of the server it uses the
 * status text: `502 Bad Gateway`.
 */
export function errorWithStatus(answer: ApiAnswer): string {
  const { ok, status, error, statusText } = answer;
  if (status === 0) return errorMessage(answer);
  return `${String(status)} ${error ?? ((!ok && statusText) || errorMessage(answer))}`;
}

/** Joins the server's messages about the fields that the form does not show. Each message appears once. */
export function fieldMessages({ data }: ApiAnswer, shownFields: readonly string[] = []): string | undefined {
  const hiddenErrors = refusedFields(data).filter(({ field }) => !shownFields.includes(field));
  return [...new Set(hiddenErrors.map(({ message }) => message))].join('. ') || undefined;
}

/** Returns the JSON of an answer, or the message of the failed call. */
export function recordOrMessage<Json>(answer: ApiAnswer<Json>): Json | string {
  return answer.ok ? answer.data : errorMessage(answer);
}
