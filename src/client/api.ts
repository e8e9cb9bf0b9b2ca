/** What became of a call. `status` is 0 when no answer came at all. */
export interface ApiAnswer {
  readonly ok: boolean;
  readonly status: number;
  /** The server's own words, where it gave some. */
  readonly error?: string;
  readonly data?: unknown;
  /** The answer's headers, where one came. */
  readonly headers?: Headers;
  /** The status in the words of whoever answered; empty where the connection carries none. */
  readonly statusText?: string;
  /** A page came where data was asked for: nothing that knows the call is running there. */
  readonly isPage?: boolean;
}

/** How long a call waits for its answer, in milliseconds: the server has given up long before. */
export const patience = 60_000;

/** An answer's JSON; undefined where it is none. Rejects where the answer breaks off. */
export const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** The server's own words in an answer that tells of a problem. */
export const errorOf = (data: unknown): string | undefined => {
  const { error } = (data ?? {}) as { readonly error?: unknown };
  return typeof error === 'string' && error !== '' ? error : undefined;
};

/** The catalogue's code in an answer that tells of a problem. */
export const codeIn = (data: unknown): unknown => ((data ?? {}) as { readonly code?: unknown }).code;

/** What the server says of one field. */
interface RefusedField {
  readonly field: string;
  readonly message: string;
}

const isRefusedField = (value: Partial<Record<keyof RefusedField, unknown>> | null): value is RefusedField =>
  typeof value?.field === 'string' && typeof value.message === 'string';

/** The server's own words about single fields, in its order; nothing where it gave none. */
export const refusedFields = (data: unknown): RefusedField[] => {
  const { fields } = (data ?? {}) as { readonly fields?: unknown };
  return Array.isArray(fields) ? fields.filter(isRefusedField) : [];
};

/** The name and the password that a machine calls a service with. */
export interface ServiceCredentials {
  readonly name: string;
  readonly password: string;
}

/** HTTP Basic (RFC 7617) in UTF-8, whatever letters a name or a password has. */
const basic = ({ name, password }: ServiceCredentials): string => {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
};

export interface ApiCall {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The ID token of who makes the call. */
  readonly token?: string | undefined;
  /** Sent instead of a token. */
  readonly credentials?: ServiceCredentials | undefined;
  /** The version that a change was made from; sent as If-Match. */
  readonly version?: number | undefined;
}

/**
 * Calls a path of this site and reads the JSON answer. Never throws: a lost connection is `status` 0, and so is an answer
 * that breaks off or does not come in time. One that is neither JSON nor 204 is not `ok`, whatever its status says.
 */
export const callApi = async (method: string, path: string, call: ApiCall = {}): Promise<ApiAnswer> => {
  const { body, token, credentials, version } = call;
  const authorization = credentials
    ? basic(credentials)
    : token === undefined
      ? undefined
      : `Bearer ${token}`;
  let response: Response;
  let data: unknown;
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(authorization !== undefined && { authorization }),
        ...(version !== undefined && { 'if-match': `"${String(version)}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    data = await readJson(response);
  } catch {
    return { ok: false, status: 0 };
  }
  const error = errorOf(data);
  return {
    ok: response.ok && (data !== undefined || response.status === 204),
    status: response.status,
    data,
    headers: response.headers,
    statusText: response.statusText,
    isPage: data === undefined && /^text\/html\b/i.test(response.headers.get('content-type') ?? ''),
    ...(error === undefined ? {} : { error }),
  };
};

/** Posts JSON to a path of this site; see callApi. */
export const postJson = (path: string, body: unknown): Promise<ApiAnswer> => callApi('POST', path, { body });
