/** Calls the emulator's REST API as the project's owner; an answer other than 2xx is an error. */
export async function callEmulator(
  url: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The identity emulator refused ${method} ${path}: ${text}`);
  return JSON.parse(text);
}
