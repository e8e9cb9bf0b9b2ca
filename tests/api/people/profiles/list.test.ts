import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { profileJson } from '../../../../src/shared/schemas/profile.ts';
import { type Api, startApi } from '../../harness.ts';
import { asMachine, prefixes } from './service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await api.rows('delete from user_profiles');
  // The 40 rows have only 7 names (one is null, two differ only in letter case) and 5 creation times. Some have no email.
  await api.rows(`insert into user_profiles (id, user_id, name, email, phone, created_at) select gen_random_uuid(),
    case when n % 2 = 0 then 'User-' else 'user-' end || n,
    (array['Ada', 'ada', 'Bob', 'Zoë', '100%', 'a_b', null])[1 + n % 7],
    case when n % 5 = 0 then null else 'Row' || n || '@list.example' end,
    case when n % 3 = 0 then '555-' || n end,
    timestamptz '2026-01-01T00:00:00.123456Z' + (n % 5) * interval '1 microsecond'
    from generate_series(1, 40) n`);
});
afterAll(() => api.close());

const list = async (query: Record<string, string> = {}, path: string = prefixes[0]) => {
  const answer = await api.call(
    'GET',
    `${path}?${new URLSearchParams(query).toString()}`,
    undefined,
    asMachine(),
  );
  expect(answer.status).toBe(200);
  return {
    rows: z.array(z.strictObject(profileJson.shape)).parse(answer.body),
    next: answer.headers.get('x-next-cursor'),
    total: answer.headers.get('x-total-count'),
  };
};

const fetchAllPages = async (query: Record<string, string>) => {
  const rows = [];
  let cursor: string | null = null;
  do {
    const found = await list({ ...query, ...(cursor !== null && { cursor }) });
    rows.push(...found.rows);
    cursor = found.next;
  } while (cursor !== null);
  return rows;
};

test.each(prefixes)('%s lists all profiles newest first, with ten fields each', async (path) => {
  const { rows, next, total } = await list({}, path);
  expect([rows.length, next, total]).toEqual([40, null, '40']);
  const [{ ids } = {}] = await api.rows(
    'select array_agg(id::text order by created_at desc, id desc) as ids from user_profiles',
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test.each(['createdAt', 'name', 'userId', 'email'])(
  'sorted by %s, pages have every row once, in both directions',
  async (column) => {
    const ascending = await fetchAllPages({ sort: column, limit: '7' });
    const descending = await fetchAllPages({ sort: `-${column}`, limit: '7' });
    expect(new Set(ascending.map(({ id }) => id)).size).toBe(40);
    expect(descending.map(({ id }) => id)).toEqual(ascending.map(({ id }) => id).reverse());
  },
);

test('sorts user ids and names in any letter case', async () => {
  const key = (text: string | null) => (text ?? '').toLowerCase();
  for (const field of ['userId', 'name'] as const) {
    const keys = (await list({ sort: field })).rows.map((row) => key(row[field]));
    const [{ sorted } = {}] = await api.rows(
      'select array_agg(k order by k) as sorted from unnest($1::text[]) k',
      [keys],
    );
    expect(keys).toEqual(sorted);
  }
});

describe('a search', () => {
  test.each([
    ['USER-7', 1],
    ['row3@LIST', 1],
    ['ada', 11],
    ['555', 0],
  ])('for %j finds %d profiles in name, user id and email', async (q, count) => {
    const { rows, total } = await list({ q });
    expect([rows.length, total]).toEqual([count, String(count)]);
  });
});

test.each(['phone', '--name'])('rejects sort=%s with the name of the field', async (sort) => {
  const answer = await api.call('GET', `/api/user-profiles?sort=${sort}`, undefined, asMachine());
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ field: 'sort' }] } });
});

describe('statistics', () => {
  const statistics = async (path: string = prefixes[0]) =>
    (await api.call('GET', `${path}/admin/statistics`, undefined, asMachine())).body;

  test.each(prefixes)('%s counts profiles, and profiles with an email, a phone and a name', async (path) => {
    expect(await statistics(path)).toEqual({
      totalProfiles: 40,
      profilesWithEmail: 32,
      profilesWithPhone: 13,
      profilesWithName: 35,
    });
  });
});
