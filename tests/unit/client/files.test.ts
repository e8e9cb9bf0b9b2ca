import { beforeEach, expect, test, vi } from 'vitest';
import { downloadFile } from '../../../src/client/accounts/files.ts';
import { problemText, type ScreenCode } from '../../../src/shared/problem-texts/common.ts';

const firebase = vi.hoisted(() => ({ token: (): Promise<string> => Promise.resolve('a.b.c') }));
vi.mock('../../../src/client/config.ts', () => ({ config: { identity: {} } }));
vi.mock('../../../src/client/identity.ts', () => ({
  readUser: () => Promise.resolve({ getIdToken: () => firebase.token() }),
}));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

test('a download without a connection returns the message about the lost connection', async () => {
  firebase.token = () => Promise.resolve('a.b.c');
  expect(await downloadFile('/api/x', 'x.csv')).toBe(problemText('connection-lost'));
});

test.each<[string, ScreenCode]>([
  ['auth/user-disabled', 'account-disabled'],
  ['auth/user-token-expired', 'session-ended'],
  ['auth/internal-error', 'identity-unreachable'],
])('a download without a token of Firebase returns the reason: %s', async (code, row) => {
  firebase.token = () => Promise.reject(Object.assign(new Error('Firebase: Error'), { code }));
  expect(await downloadFile('/api/x', 'x.csv')).toBe(problemText(row));
});

test.each([
  [
    'an HTML page',
    new Response('<p>Sign in to the network</p>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['an empty file', new Response(null, { headers: { 'content-type': 'text/csv' } })],
])('a download of %s fails', async (_case, response) => {
  firebase.token = () => Promise.resolve('a.b.c');
  vi.stubGlobal('fetch', () => Promise.resolve(response));
  expect(await downloadFile('/api/x', 'x.csv')).toBe(problemText('internal-error'));
});
