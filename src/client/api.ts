/** What became of a call. `status` is 0 when no answer came at all. */
export interface ApiAnswer {
  readonly ok: boolean;
  readonly status: number;
  /** The server's own words, where it gave some. */
  readonly error?: string;
  readonly data?: unknown;
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

/**
 * Posts JSON to a path of this site and reads the JSON answer. Never throws: a lost connection is
 * `status` 0, and an answer that is not JSON is not `ok`, whatever its status says.
 */
export const postJson = async (path: string, body: unknown): Promise<ApiAnswer> => {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    return { ok: false, status: 0 };
  }
  const data = await readJson(response);
  const error = errorOf(data);
  return {
    ok: response.ok && data !== undefined,
    status: response.status,
    data,
    ...(error === undefined ? {} : { error }),
  };
};
