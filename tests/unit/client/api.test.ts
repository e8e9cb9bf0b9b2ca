import { afterEach, expect, test, vi } from 'vitest';
import { callAs, callApi, errorMessage, errorWithStatus, timeoutMs } from '../../../src/client/api.ts';
import { problemText } from '../../../src/shared/problem-texts/common.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function answerWith(response: Response): void {
  vi.stubGlobal('fetch', () => Promise.resolve(response));
}

/** A response whose body starts and then fails. */
function brokenResponse(status: number): Response {
  const body = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"id":'));
      controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
}

test.each([200, 409, 500])('an incomplete answer with status %i counts as no answer', async (status) => {
  answerWith(brokenResponse(status));
  expect(await callApi('GET /api/health')).toEqual({ ok: false, status: 0 });
});

test('an answer without JSON keeps its status', async () => {
  answerWith(new Response('Bad Gateway', { status: 502 }));
  expect(await callApi('GET /api/health')).toMatchObject({ ok: false, status: 502 });
});

test('a web page is no success, and is marked as HTML', async () => {
  answerWith(new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  expect(await callApi('GET /api/user-profiles')).toMatchObject({ ok: false, status: 200, isHtml: true });
  const statusText = 'Internal Server Error';
  answerWith(new Response('', { status: 500, statusText }));
  const answer = await callApi('GET /api/user-profiles');
  expect(answer).toMatchObject({ ok: false, status: 500, statusText, isHtml: false });
});

test('a call without an answer ends after its timeout', async () => {
  const timeout = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  vi.stubGlobal('fetch', (_path: string, { signal }: { readonly signal: AbortSignal }) => {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(new DOMException('The operation timed out', 'TimeoutError'));
      });
    });
  });
  const answer = callApi('GET /api/health');
  expect(limit).toHaveBeenCalledWith(timeoutMs);
  timeout.abort();
  expect(await answer).toEqual({ ok: false, status: 0 });
});

test('service credentials are sent as HTTP Basic in UTF-8 instead of a token', async () => {
  let sent: Headers | undefined;
  vi.stubGlobal('fetch', (_path: string, { headers }: RequestInit) => {
    sent = new Headers(headers);
    return Promise.resolve(Response.json([]));
  });
  const credentials = { name: 'Jürgen', secret: 'a:b 世界' };
  await callAs({ token: 'token', credentials }, 'GET /api/user-profiles');
  const expected = Buffer.from('Jürgen:a:b 世界', 'utf8').toString('base64');
  expect(sent?.get('authorization')).toBe(`Basic ${expected}`);
});

test.each([
  [{ ok: false, status: 409, error: 'Taken.', statusText: 'Conflict' }, '409 Taken.'],
  [{ ok: false, status: 502, statusText: 'Bad Gateway' }, '502 Bad Gateway'],
  [{ ok: false, status: 502, statusText: '' }, '502 The service is unavailable at the moment.'],
  [{ ok: false, status: 500, statusText: '' }, '500 Something went wrong on our side.'],
] as const)('the message of %o begins with “%s”', (answer, text) => {
  expect(errorWithStatus(answer).startsWith(text)).toBe(true);
});

test.each([
  [0, 'connection-lost'],
  [200, 'internal-error'],
  [429, 'too-many-requests'],
  [500, 'internal-error'],
  [502, 'service-unavailable'],
  [503, 'service-unavailable'],
] as const)('the message of a %i without an error text is %s', (status, code) => {
  expect(errorMessage({ ok: false, status, statusText: 'Of Netlify' })).toBe(problemText(code));
  expect(errorMessage({ ok: false, status, error: 'Server text' })).toBe('Server text');
});
