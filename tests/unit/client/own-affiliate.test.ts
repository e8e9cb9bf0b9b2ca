import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { loadOwnAffiliate } from '../../../src/client/accounts/own-affiliate.ts';

vi.mock('../../../src/client/config.ts', () => ({ config: { identity: null } }));

afterEach(() => {
  vi.unstubAllGlobals();
});

// Test files share modules: the next file must not get these with this configuration.
afterAll(() => {
  vi.resetModules();
});

const ada = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22',
  name: 'Ada',
  email: 'Ada@mail.example',
  code: 'ada0001',
  date_activated: null,
  referred_by: null,
  date_created: '2025-08-04T12:00:00.000Z',
};
const bob = { ...ada, name: 'Bob', email: 'bob@mail.example', code: 'bob0001' };

/** Answers the calls in this order and returns their paths. */
const answering = (...responses: Response[]): string[] => {
  const paths: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path);
    return Promise.resolve(responses.shift());
  });
  return paths;
};

/** A page of the list that another one follows, as only admins get it. */
const firstPage = (): Response => Response.json([bob], { headers: { 'x-next-cursor': 'cursor' } });

test('a member finds their own record with GET /api/affiliates, without the address in the query', async () => {
  const paths = answering(Response.json([ada]));
  expect(await loadOwnAffiliate('ada@mail.example')).toEqual({ kind: 'found', affiliate: ada });
  expect(paths).toEqual(['/api/affiliates']);
});

test('a member without a record is told so by one call', async () => {
  const paths = answering(Response.json([]));
  expect(await loadOwnAffiliate('ada@mail.example')).toEqual({ kind: 'missing' });
  expect(paths).toEqual(['/api/affiliates']);
});

test('an admin whose record is not on the first page of the list finds it by email', async () => {
  const paths = answering(firstPage(), Response.json(ada));
  expect(await loadOwnAffiliate('ada@mail.example')).toEqual({ kind: 'found', affiliate: ada });
  expect(paths).toEqual(['/api/affiliates', '/api/affiliates/email/ada%40mail.example']);
});

test('an admin without a record beside more than a page of affiliates has none', async () => {
  answering(firstPage(), Response.json({ error: 'No affiliate', code: 'x' }, { status: 404 }));
  expect(await loadOwnAffiliate('ada@mail.example')).toEqual({ kind: 'missing' });
});

test("a look-up that fails is reported with the server's text", async () => {
  answering(firstPage(), Response.json({ error: 'Later.' }, { status: 503 }));
  expect(await loadOwnAffiliate('ada@mail.example')).toEqual({ kind: 'failed', text: 'Later.' });
});
