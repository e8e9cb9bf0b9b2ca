/** What became of a call. `status` is 0 when no answer came at all. */
export interface ApiAnswer {
  readonly ok: boolean;
  readonly status: number;
  /** The server's own words, where it gave some. */
  readonly error?: string;
  readonly data?: unknown;
  /** The answer's headers, where one came. */
  readonly headers?: Headers;
}

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
};

const errorOf = (data: unknown): string | undefined => {
  if (typeof data !== 'object' || data === null || !('error' in data)) return undefined;
  return typeof data.error === 'string' && data.error !== '' ? data.error : undefined;
};

export interface ApiCall {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The ID token of who makes the call. */
  readonly token?: string | undefined;
  /** The version that a change was made from; sent as If-Match. */
  readonly version?: number | undefined;
}

/**
 * Calls a path of this site and reads the JSON answer. Never throws: a lost connection is `status` 0, and an
 * answer that is neither JSON nor 204 is not `ok`, whatever its status says.
 */
export const callApi = async (method: string, path: string, call: ApiCall = {}): Promise<ApiAnswer> => {
  const { body, token, version } = call;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(version !== undefined && { 'if-match': `"${String(version)}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    return { ok: false, status: 0 };
  }
  const data = await readJson(response);
  const error = errorOf(data);
  return {
    ok: response.ok && (data !== undefined || response.status === 204),
    status: response.status,
    data,
    headers: response.headers,
    ...(error === undefined ? {} : { error }),
  };
};

/** Posts JSON to a path of this site; see callApi. */
export const postJson = (path: string, body: unknown): Promise<ApiAnswer> => callApi('POST', path, { body });
