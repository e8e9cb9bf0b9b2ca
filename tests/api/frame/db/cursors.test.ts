import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';

let database: NeonDatabase;
let api: Api;
let token: string;
beforeAll(async () => {
  [database, token] = await Promise.all([openNeon(), signIn('admin')]);
  api = await startApi({ database });
});
afterAll(() => api.close());

function list(path: string, sort: string | null, key: string) {
  const cursor = Buffer.from(JSON.stringify([key, crypto.randomUUID()])).toString('base64url');
  if (sort === null) return api.call('POST', path, { cursor }, { token });
  const query = new URLSearchParams({ cursor, sort });
  return api.call('GET', `${path}?${query.toString()}`, undefined, { token });
}
const timeSorts = [
  ['/api/customers', 'created_at'],
  ['/api/audit/search', null],
] as const;

/** Keys that are not times. The first list gets all of them, the other lists only one, because all lists share a parser. */
const wrongKeys = [
  '0000-01-01T00:00:00.000000Z',
  '2026-02-30T00:00:00.000000Z',
  `2026-01-01T00:00:00.${'0'.repeat(200)}Z`,
  '2026-01-01T00:00:00.000000Z\ud800',
];

describe.each(timeSorts)('a cursor of %s by %s', (path, sort) => {
  test.each(path === '/api/customers' ? wrongKeys : wrongKeys.slice(0, 1))(
    'with the key %j is 422',
    async (key) => {
      expect(await list(path, sort, key)).toMatchObject({
        status: 422,
        body: { code: 'invalid', fields: [{ field: 'cursor' }] },
      });
    },
  );
});

describe.each([['/api/customers', 'name']])('a cursor of %s by %s', (path, sort) => {
  test.each(['\ud800', 'a\udc00b', 'a\0b'])('with the text %j is 422', async (key) => {
    expect(await list(path, sort, key)).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: [{ field: 'cursor' }] },
    });
  });
});

test('a page whose rows were deleted is empty and has the total of the list, in one round trip', async () => {
  await api.rows(`insert into customers (id, email) select gen_random_uuid(), 'went' || n || '@mail.example'
    from generate_series(1, 3) n`);
  async function fetchPage(more = '') {
    database.requests.count = 0;
    const path = `/api/customers?q=went&sort=email&limit=2${more}`;
    const { body, headers } = await api.call('GET', path, undefined, { token });
    expect(database.requests.count).toBe(1);
    const { customers } = body as { readonly customers: readonly object[] };
    return {
      rows: customers.length,
      total: headers.get('x-total-count'),
      nextPage: `&cursor=${headers.get('x-next-cursor') ?? ''}`,
    };
  }
  const { nextPage, ...first } = await fetchPage();
  expect(first).toEqual({ rows: 2, total: '3' });
  expect(await fetchPage(nextPage)).toMatchObject({ rows: 1, total: '3' });
  await api.rows("delete from customers where email = 'went3@mail.example'");
  expect(await fetchPage(nextPage)).toMatchObject({ rows: 0, total: '2' });
  await api.rows("delete from customers where email like 'went%'");
  expect(await fetchPage(nextPage)).toMatchObject({ rows: 0, total: '0' });
});
