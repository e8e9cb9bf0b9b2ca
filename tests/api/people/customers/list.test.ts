import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { limits } from '../../../../src/shared/limits.ts';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
  // The 40 rows have only 7 names (one is null, two differ only in letter case) and 5 creation times. Some have no email.
  await api.rows(`insert into customers (id, name, email, created_at) select gen_random_uuid(),
    (array['Ada', 'ada', 'Bob', 'Zoë', '100%', 'a_b', null])[1 + n % 7],
    case when n % 5 = 0 and n % 7 <> 6 then null else 'Row' || n || '@list.example' end,
    timestamptz '2026-01-01T00:00:00.123456Z' + (n % 5) * interval '1 microsecond'
    from generate_series(1, 40) n`);
});
afterAll(() => api.close());

const page = z.object({
  customers: z.array(z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() })),
});

const list = async (query: Record<string, string> = {}) => {
  const path = `/api/customers?${new URLSearchParams(query).toString()}`;
  const answer = await api.call('GET', path, undefined, { token });
  expect(answer.status).toBe(200);
  return {
    rows: page.parse(answer.body).customers,
    next: answer.headers.get('x-next-cursor'),
    total: answer.headers.get('x-total-count'),
  };
};

const walk = async (query: Record<string, string>) => {
  const rows = [];
  let cursor: string | null = null;
  do {
    const found = await list({ ...query, ...(cursor !== null && { cursor }) });
    rows.push(...found.rows);
    cursor = found.next;
  } while (cursor !== null);
  return rows;
};

test('lists all customers newest first without a query', async () => {
  const { rows, next } = await list();
  expect(rows).toHaveLength(40);
  expect(next).toBeNull();
  const [{ ids } = {}] = await api.rows(
    'select array_agg(id::text order by created_at desc, id desc) as ids from customers',
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test('a search finds composed and decomposed letters', async () => {
  const { rows } = await list({ q: 'ZOE\u0308' });
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['Zo\u00eb']));
});

test.each(['created_at', 'name', 'email'])(
  'sorted by %s, pages of any size have every row once, in both directions',
  async (column) => {
    for (const limit of ['7', '40']) {
      const up = await walk({ sort: column, limit });
      const down = await walk({ sort: `-${column}`, limit });
      expect(new Set(up.map(({ id }) => id)).size).toBe(40);
      expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).reverse());
    }
  },
);

test('sorts names in any letter case', async () => {
  const names = (await walk({ sort: 'name', limit: '9' })).map(({ name }) => (name ?? '').toLowerCase());
  const [{ sorted } = {}] = await api.rows(
    "select array_agg(n order by n) as sorted from (select coalesce(lower(name), '') n from customers) x",
  );
  expect(names).toEqual(sorted);
});

test('rows inserted between two pages do not shift the next page', async () => {
  const first = await list({ sort: '-created_at', limit: '10' });
  await api.rows("insert into customers (id, name) values (gen_random_uuid(), 'Late')");
  const second = await list({ sort: '-created_at', limit: '10', cursor: first.next ?? '' });
  await api.rows("delete from customers where name = 'Late'");
  const [{ ids } = {}] = await api.rows(
    'select (array_agg(id::text order by created_at desc, id desc))[1:20] as ids from customers',
  );
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids);
});

describe('q', () => {
  test.each([
    ['ada', 11],
    ['ZOË', 6],
    ['  bob ', 6],
    ['%', 6],
    ['_', 6],
    ['100%', 6],
    ['a_b', 6],
    ['\\', 0],
    ["'", 0],
    ['row1@list.EXAMPLE', 1],
    ['', 40],
  ])('%j is searched as plain text in name and email: %i rows', async (q, count) => {
    expect(await walk({ q, limit: '5' })).toHaveLength(count);
    expect((await list({ q, limit: '1' })).total).toBe(String(count));
  });
});

test('a list longer than the maximal page has a next page', async () => {
  expect((await list({ limit: '39' })).next).not.toBeNull();
  await api.rows(
    `insert into customers (id, name) select gen_random_uuid(), 'many' from generate_series(1, ${limits.listRows})`,
  );
  const { rows, next } = await list();
  expect(rows).toHaveLength(limits.listRows);
  expect(next).not.toBeNull();
  expect(await walk({})).toHaveLength(limits.listRows + 40);
  await api.rows("delete from customers where name = 'many'");
});

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const encode = (query: Record<string, string>) => new URLSearchParams(query).toString();
test.each<readonly [field: string, query: string]>([
  ['limit', 'limit=1&limit=2'],
  ['q', 'q=ada&q=bob'],
  ...['', '0', '-1', '0x10', ' 5', '5.0', '1.5', '1e2', 'all', String(limits.listRows + 1)].map(
    (limit) => ['limit', encode({ limit })] as const,
  ),
  ...['id', 'email; drop table customers'].map((sort) => ['sort', encode({ sort })] as const),
  ...['a\0b', 'x'.repeat(256)].map((q) => ['q', encode({ q })] as const),
  ...[
    'nonsense',
    cursorOf(['x']),
    cursorOf(['x', 'no-uuid']),
    cursorOf({ 0: 'x' }),
    cursorOf(['a\0b', '01990000-0000-7000-8000-00000000ada1']),
  ].map((cursor) => ['cursor', encode({ cursor })] as const),
])('rejects a wrong %s: %s', async (field, query) => {
  expect(await api.call('GET', `/api/customers?${query}`, undefined, { token })).toMatchObject({
    status: 422,
    body: { code: 'invalid', fields: [{ field }] },
  });
});

test('exports every customer that the query finds as CSV', async () => {
  const path = '/api/customers/export?q=ada&sort=email';
  const answer = await api.call('GET', path, undefined, { token });
  const [header, ...rows] = parseCsv(String(answer.body)) ?? [];
  expect(header).toEqual(['name', 'email', 'created_at']);
  const found = await walk({ q: 'ada', sort: 'email' });
  expect(rows.map(([name, email]) => [name, email])).toEqual(
    found.map(({ name, email }) => [name ?? '', email ?? '']),
  );
  expect(answer.headers.get('content-disposition')).toMatch(/filename="customers-[-\d]{10}\.csv"$/);
});
