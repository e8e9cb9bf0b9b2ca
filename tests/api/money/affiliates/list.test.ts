import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { newAccount, newConfirmedAccount, signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';

let api: Api;
let admin: string;
beforeAll(async () => {
  [api, admin] = await Promise.all([startApi(), signIn('admin')]);
  // The 25 rows have only three creation times. The id is the order of rows with the same time.
  await api.rows(`insert into affiliates (id, name, email, code, date_created) select gen_random_uuid(),
    'Row ' || n, 'row' || n || '@list.example', 'row' || n,
    timestamptz '2026-01-01T00:00:00.123456Z' + (n % 3) * interval '1 microsecond' from generate_series(1, 25) n`);
});
afterAll(() => api.close());

const page = z.array(z.looseObject({ id: z.string(), email: z.string().nullable(), code: z.string() }));
const get = (query: string, token: string) =>
  api.call('GET', `/api/affiliates${query}`, undefined, { token });
const list = async (query = '', token = admin) => {
  const answer = await get(query, token);
  expect(answer.status).toBe(200);
  return {
    rows: page.parse(answer.body),
    next: answer.headers.get('x-next-cursor'),
    total: answer.headers.get('x-total-count'),
  };
};
const fetchAllPages = async (query: string) => {
  const rows = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const found = await list(`?${query}${cursor && `&cursor=${cursor}`}`);
    rows.push(...found.rows);
    cursor = found.next;
  }
  return rows;
};
describe('an admin', () => {
  test('gets all affiliates as an array, the oldest waiting application first', async () => {
    const { rows, next } = await list();
    const [{ ids } = {}] = await api.rows(
      `select array_agg(id::text order by ${orderBy('waiting')}, id) as ids
       from affiliates where closed_at is null`,
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(next).toBeNull();
    expect(rows.find(({ code }) => code === 'ada0001')).toMatchObject({
      email: 'ada@kithbook.example',
      date_activated: expect.stringMatching(/Z$/) as string,
      application_state: 'approved',
    });
  });

  test.each(['?sort=id', '?state=gone'])('gets 422 for %s, in the list and in the export', async (query) => {
    for (const path of ['', '/export'])
      expect(await get(path + query, admin)).toMatchObject({ status: 422, body: { code: 'invalid' } });
  });
});

function orderBy(column: string): string {
  if (column === 'waiting')
    return "case when application_state = 'waiting' then date_created else 'infinity' end";
  return column.startsWith('date') ? `coalesce(${column}, '-infinity')` : `lower(${column})`;
}

describe('an admin’s search', () => {
  beforeAll(async () => {
    await api.rows(`insert into affiliates (id, name, email, code, date_created, date_activated) select
      gen_random_uuid(), (array['Ada', 'ada', 'Zoë', '100%', 'a_b'])[1 + n % 5], 'Find' || n || '@search.example',
      'search' || lpad(n::text, 2, '0'), timestamptz '2025-01-01T00:00:00.123456Z' + (n % 3) * interval '1 microsecond',
      case n % 4 when 0 then null else timestamptz '2025-02-01T00:00:00.123456Z' + (n % 4) * interval '1 microsecond' end
      from generate_series(1, 20) n`);
    await api.rows(`insert into affiliates (id, name, code, closed_at)
      select gen_random_uuid(), 'Closed account', 'searchclosed' || n, now() from generate_series(1, 3) n`);
  });

  // tests/api/frame/db/lists.test.ts has the states, and searches among many rows.
  test('matches name, email and code as plain text', async () => {
    for (const [q, count] of [
      ['search', 20],
      ['%', 4],
      ['  FIND20@ ', 1],
    ] as const)
      expect(await fetchAllPages(`q=${encodeURIComponent(q)}&limit=7`)).toHaveLength(count);
    const closed = await fetchAllPages('q=search&state=closed');
    expect(closed.map(({ email }) => email)).toEqual([null, null, null]);
  });

  test.each(['name', 'email', 'code', 'date_created', 'date_activated', 'waiting'])(
    'sorts by %s in both directions, and the pages have every row once',
    async (column) => {
      const [{ ids } = {}] = await api.rows(
        `select array_agg(id::text order by ${orderBy(column)}, id) as ids
         from affiliates where email like '%@search.example'`,
      );
      const ascending = await fetchAllPages(`q=@search.example&sort=${column}&limit=7`);
      expect(ascending.map(({ id }) => id)).toEqual(ids);
      const descending = await fetchAllPages(`q=@search.example&sort=-${column}&limit=7`);
      expect(descending.map(({ id }) => id)).toEqual(z.array(z.string()).parse(ids).toReversed());
    },
  );
});

describe('an export', () => {
  const exportRows = async (query = '') => {
    const answer = await api.call('GET', `/api/affiliates/export${query}`, undefined, { token: admin });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return parseCsv(String(answer.body)) ?? [];
  };

  test('has the columns of an import first, and the affiliates that the query finds', async () => {
    const [header, ...rows] = await exportRows('?q=search&state=active&sort=code');
    expect(header).toEqual(['name', 'email', 'code', 'referred_by', 'date_activated', 'date_created']);
    expect(rows.map(([, , code]) => code)).toEqual(
      (await fetchAllPages('q=search&state=active&sort=code')).map(({ code }) => code),
    );
    expect(rows[0]?.slice(4)).toEqual(['2025-02-01T00:00:00.123Z', '2025-01-01T00:00:00.123Z']);
    expect(await exportRows('?q=nobody')).toEqual([header]);
  });
});

describe('a user', () => {
  test('gets only their own affiliate, in any letter case of the email, active or not', async () => {
    for (const activeFrom of [null, '2025-01-01T00:00:00Z']) {
      const { email, token } = await newConfirmedAccount();
      const affiliate = await newAffiliate(api.rows, { email: email.toUpperCase(), activeFrom });
      const { rows, next } = await list('', token);
      expect(rows).toMatchObject([{ id: affiliate.id, code: affiliate.code, email: email.toUpperCase() }]);
      expect(next).toBeNull();
    }
    expect((await list('', await signIn('ada'))).rows).toMatchObject([{ code: 'ada0001' }]);
  });

  test('gets an empty array without an affiliate, and no other affiliates with a cursor', async () => {
    const { token } = await newAccount();
    for (const query of ['', '?limit=5', `?cursor=${(await list('?limit=1')).next ?? ''}`])
      expect(await list(query, token)).toEqual({ rows: [], next: null, total: null });
  });
});
