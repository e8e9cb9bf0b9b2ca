import { afterEach, expect, test, vi } from 'vitest';
import { loadOwnAffiliate } from '../../../src/client/accounts/own-affiliate.ts';

vi.mock('../../../src/client/config.ts', () => ({ config: { identity: null } }));

afterEach(() => {
  vi.unstubAllGlobals();
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

/** Loads Ada's record with these answers. Returns the result and the paths of the calls. */
async function load(...responses: Response[]) {
  const paths: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path);
    return Promise.resolve(responses.shift());
  });
  return { result: await loadOwnAffiliate('ada@mail.example'), paths };
}

/** The first of several pages, which only admins get. */
function firstPage(): Response {
  return Response.json([bob], { headers: { 'x-next-cursor': 'cursor' } });
}

test.each([
  ['their record', [ada], ada],
  ['null if they have none', [], null],
])('a member gets %s with one call, without their email in the query', async (_result, rows, data) => {
  const { result, paths } = await load(Response.json(rows));
  expect(result).toMatchObject({ ok: true, data });
  expect(paths).toEqual(['/api/affiliates']);
});

test('an admin whose record is not on the first page finds it by email', async () => {
  const { result, paths } = await load(firstPage(), Response.json(ada));
  expect(result).toMatchObject({ ok: true, data: ada });
  expect(paths).toEqual(['/api/affiliates', '/api/affiliates/email/ada%40mail.example']);
});

test('an admin without a record gets null', async () => {
  const { result } = await load(
    firstPage(),
    Response.json({ error: 'No affiliate', code: 'x' }, { status: 404 }),
  );
  expect(result).toMatchObject({ ok: true, data: null });
});
