import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { limits } from '../../../src/shared/limits.ts';
import { parseCsv } from '../../../src/shared/csv.ts';
import { signIn } from '../accounts.ts';
import { type Api, startApi } from '../harness.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
  // Ties everywhere: 40 rows, 7 names (one missing, cases mixed), 5 moments, some without an email.
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

test('without a query the whole list is answered, newest first, and no more is promised', async () => {
  const { rows, next } = await list();
  expect(rows).toHaveLength(40);
  expect(next).toBeNull();
  const [{ ids } = {}] = await api.rows(
    'select array_agg(id::text order by created_at desc, id desc) as ids from customers',
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test('a search finds letters with marks, however they were typed', async () => {
  const { rows } = await list({ q: 'ZOE\u0308' });
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['Zo\u00eb']));
});

describe.each(['created_at', 'name', 'email'])('sorted by %s', (column) => {
  test.each(['1', '3', '7', '39', '40'])('pages of %s give every row once, both ways', async (limit) => {
    const up = await walk({ sort: column, limit });
    const down = await walk({ sort: `-${column}`, limit });
    expect(up).toHaveLength(40);
    expect(new Set(up.map(({ id }) => id)).size).toBe(40);
    expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).reverse());
  });
});

test('names sort whatever their case', async () => {
  const names = (await walk({ sort: 'name', limit: '9' })).map(({ name }) => (name ?? '').toLowerCase());
  const [{ sorted } = {}] = await api.rows(
    "select array_agg(n order by n) as sorted from (select coalesce(lower(name), '') n from customers) x",
  );
  expect(names).toEqual(sorted);
});

test('rows written between two pages shift nothing', async () => {
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
  ])('%j is found as plain text in name or email: %i rows', async (q, count) => {
    expect(await walk({ q, limit: '5' })).toHaveLength(count);
    expect((await list({ q, limit: '1' })).total).toBe(String(count));
  });
});

test.each([
  ['limit=1&limit=2', 'limit'],
  ['q=ada&q=bob', 'q'],
  ['limit=0x10', 'limit'],
  ['limit=%205', 'limit'],
  ['limit=5.0', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=', 'limit'],
  ['limit=0', 'limit'],
])('the query %s is refused by the name of the parameter', async (query, field) => {
  expect(await api.call('GET', `/api/customers?${query}`, undefined, { token })).toMatchObject({
    status: 422,
    body: { code: 'invalid', fields: [{ field }] },
  });
});

test('a list longer than its limit says so, and the limit has a ceiling', async () => {
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

describe('a query that makes no sense is 422 and names the field', () => {
  test.each([
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', String(limits.listRows + 1)],
    ['limit', '1.5'],
    ['limit', 'all'],
    ['sort', 'id'],
    ['sort', 'email; drop table customers'],
    ['q', 'a\0b'],
    ['q', 'x'.repeat(256)],
    ['cursor', 'nonsense'],
    ['cursor', cursorOf(['x'])],
    ['cursor', cursorOf(['x', 'no-uuid'])],
    ['cursor', cursorOf({ 0: 'x' })],
    ['cursor', cursorOf(['a\0b', '01990000-0000-7000-8000-00000000ada1'])],
  ])('%s=%j', async (field, value) => {
    const path = `/api/customers?${new URLSearchParams({ [field]: value }).toString()}`;
    const answer = await api.call('GET', path, undefined, { token });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ field }] } });
  });
});

test('an export has every customer that the query finds, as CSV', async () => {
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
