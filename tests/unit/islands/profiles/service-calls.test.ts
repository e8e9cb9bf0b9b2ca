import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { callApi, callAs } from '../../../../src/client/api.ts';
import {
  credentialsFor,
  forgetCredentials,
  heldName,
  holdCredentials,
} from '../../../../src/client/accounts/auth-fetch.ts';

vi.mock('../../../../src/client/config.ts', () => ({ config: { identity: {} } }));

// Test files share modules: the next file must not get these with this configuration.
afterAll(() => {
  vi.resetModules();
});

afterEach(() => {
  forgetCredentials();
  vi.unstubAllGlobals();
});

/** Answers each call with this, and gives the headers that were sent. */
const answering = (response: Response) => {
  const sent: Headers[] = [];
  vi.stubGlobal('fetch', (_path: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return Promise.resolve(response);
  });
  return sent;
};

it.each([
  '/api/user-profiles',
  '/api/user-profiles?id=ada',
  '/api/user-profiles/admin/statistics',
  '/user-profiles',
  '/user-profiles/user/ada/upsert',
])('held credentials go along with %s', (path) => {
  expect(credentialsFor(path)).toBeUndefined();
  holdCredentials({ name: 'machine', password: 'secret' });
  expect(credentialsFor(path)).toEqual({ name: 'machine', password: 'secret' });
});

it.each([
  '/api/customers',
  '/api/affiliates?q=/api/user-profiles',
  '/api/user-profiles-elsewhere',
  '/user-profile-admin',
  'https://elsewhere.example/api/user-profiles',
])('held credentials never go along with %s', (path) => {
  holdCredentials({ name: 'machine', password: 'secret' });
  expect(credentialsFor(path)).toBeUndefined();
});

it('forgotten credentials are gone', () => {
  holdCredentials({ name: 'machine', password: 'secret' });
  forgetCredentials();
  expect([heldName(), credentialsFor('/user-profiles')]).toEqual([null, undefined]);
});

it('credentials are sent as HTTP Basic in UTF-8, in the place of a token', async () => {
  const sent = answering(Response.json([]));
  await callAs(
    { token: 'token', credentials: { name: 'Jürgen', password: 'a:b 世界' } },
    'GET /api/user-profiles',
  );
  const expected = Buffer.from('Jürgen:a:b 世界', 'utf8').toString('base64');
  expect(sent[0]?.get('authorization')).toBe(`Basic ${expected}`);
});

it('a web page in the place of data is no success, and told apart from other answers without data', async () => {
  answering(new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  expect(await callApi('GET /api/user-profiles')).toMatchObject({ ok: false, status: 200, isPage: true });
  answering(new Response('', { status: 500, statusText: 'Internal Server Error' }));
  expect(await callApi('GET /api/user-profiles')).toMatchObject({
    ok: false,
    status: 500,
    statusText: 'Internal Server Error',
    isPage: false,
  });
});
