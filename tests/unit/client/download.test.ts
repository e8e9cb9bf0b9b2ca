import { beforeEach, expect, test, vi } from 'vitest';
import { downloadFile } from '../../../src/client/accounts/download.ts';
import { problemText, type ScreenCode } from '../../../src/shared/problems/screens.ts';

const provider = vi.hoisted(() => ({ token: (): Promise<string> => Promise.resolve('a.b.c') }));
vi.mock('../../../src/client/config.ts', () => ({ config: { identity: {} } }));
vi.mock('../../../src/client/identity.ts', () => ({
  knownUser: () => Promise.resolve({ getIdToken: () => provider.token() }),
}));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

test('a download without a connection says so', async () => {
  provider.token = () => Promise.resolve('a.b.c');
  expect(await downloadFile('/api/x', 'x.csv')).toBe(problemText('connection-lost'));
});

test.each<[string, ScreenCode]>([
  ['auth/user-disabled', 'account-disabled'],
  ['auth/user-token-expired', 'session-ended'],
  ['auth/internal-error', 'identity-unreachable'],
])('a download for which the provider gives no token says why: %s', async (code, row) => {
  provider.token = () => Promise.reject(Object.assign(new Error('Firebase: Error'), { code }));
  expect(await downloadFile('/api/x', 'x.csv')).toBe(problemText(row));
});

test.each([
  ['a page', new Response('<p>Sign in to the network</p>', { headers: { 'content-type': 'text/html' } })],
  ['nothing', new Response(null, { headers: { 'content-type': 'text/csv' } })],
])('a download that %s comes for has failed', async (_what, response) => {
  provider.token = () => Promise.resolve('a.b.c');
  vi.stubGlobal('fetch', () => Promise.resolve(response));
  expect(await downloadFile('/api/x', 'x.csv')).toBe(problemText('internal-error'));
});

test('a download that may come to nothing says so in its own words', async () => {
  provider.token = () => Promise.resolve('a.b.c');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null)));
  expect(await downloadFile('/api/x', 'x.csv', { whenEmpty: 'Nothing there' })).toBe('Nothing there');
});
