import { afterEach, expect, test, vi } from 'vitest';
import { callApi, timeoutMs } from '../../../src/client/api.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An answer whose body begins, and breaks off. */
const brokenOff = (status: number): Response =>
  new Response(
    new ReadableStream({
      pull: (body) => {
        body.enqueue(new TextEncoder().encode('{"id":'));
        body.error(new TypeError('network error'));
      },
    }),
    { status, headers: { 'content-type': 'application/json' } },
  );

test.each([200, 409, 500])('an answer that breaks off is none: %i', async (status) => {
  vi.stubGlobal('fetch', () => Promise.resolve(brokenOff(status)));
  expect(await callApi('GET /api/health')).toEqual({ ok: false, status: 0 });
});

test('an answer that is no JSON keeps its status', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('Bad Gateway', { status: 502 })));
  expect(await callApi('GET /api/health')).toMatchObject({ ok: false, status: 502 });
});

test('a call that nobody answers ends', async () => {
  const giveUp = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(giveUp.signal);
  vi.stubGlobal('fetch', (_path: string, { signal }: { readonly signal: AbortSignal }) => {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(new DOMException('The operation timed out', 'TimeoutError'));
      });
    });
  });
  const called = callApi('GET /api/health');
  expect(limit).toHaveBeenCalledWith(timeoutMs);
  giveUp.abort();
  expect(await called).toEqual({ ok: false, status: 0 });
});
