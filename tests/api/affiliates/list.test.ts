import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { limits } from '../../../src/shared/limits.ts';
import { newAccount, signIn } from '../accounts.ts';
import { type Api, startApi } from '../harness.ts';
import { newAffiliate } from '../mint.ts';

let api: Api;
let admin: string;
beforeAll(async () => {
  [api, admin] = await Promise.all([startApi(), signIn('admin')]);
  // Three moments for 25 rows: ids decide among equals.
  await api.rows(`insert into affiliates (id, name, email, code, date_created) select gen_random_uuid(),
    'Row ' || n, 'row' || n || '@list.example', 'row' || n,
    timestamptz '2026-01-01T00:00:00.123456Z' + (n % 3) * interval '1 microsecond' from generate_series(1, 25) n`);
});
afterAll(() => api.close());

const page = z.array(z.looseObject({ id: z.string(), email: z.string(), code: z.string() }));
const get = (query: string, token: string) =>
  api.call('GET', `/api/affiliates${query}`, undefined, { token });
const list = async (query = '', token = admin) => {
  const answer = await get(query, token);
  expect(answer.status).toBe(200);
  return { rows: page.parse(answer.body), next: answer.headers.get('x-next-cursor') };
};
const newestFirst = async () => {
  const [{ ids } = {}] = await api.rows(
    'select array_agg(id::text order by date_created desc, id desc) as ids from affiliates where closed_at is null',
  );
  return z.array(z.string()).parse(ids);
};

describe('an admin', () => {
  test('gets all of them as an array, newest first, with the fields of the contract', async () => {
    const { rows, next } = await list();
    expect(rows.map(({ id }) => id)).toEqual(await newestFirst());
    expect(next).toBeNull();
    expect(rows.find(({ code }) => code === 'ada0001')).toEqual({
      id: expect.any(String) as string,
      name: expect.any(String) as string,
      email: 'ada@kithbook.example',
      code: 'ada0001',
      date_activated: expect.stringMatching(/Z$/) as string,
      referred_by: null,
      date_created: expect.stringMatching(/Z$/) as string,
    });
  });

  test.each([1, 4, 26])('pages of %i give every row once', async (limit) => {
    const ids = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { rows, next } = await list(`?limit=${String(limit)}${cursor && `&cursor=${cursor}`}`);
      ids.push(...rows.map(({ id }) => id));
      cursor = next;
    }
    expect(ids).toEqual(await newestFirst());
  });

  test('is told that there is more than one answer holds', async () => {
    await api.rows(`insert into affiliates (id, name, email, code) select gen_random_uuid(), 'many',
      'many' || n || '@list.example', 'many' || n from generate_series(1, ${String(limits.listRows)}) n`);
    const { rows, next } = await list();
    expect(rows).toHaveLength(limits.listRows);
    expect(next).not.toBeNull();
    await api.rows("delete from affiliates where name = 'many'");
  });

  test('does not see a closed record', async () => {
    const { id } = await newAffiliate(api.rows, { activeFrom: null });
    expect((await list()).rows.map((row) => row.id)).toContain(id);
    await api.rows("update affiliates set closed_at = now(), email = null, name = 'Closed' where id = $1", [
      id,
    ]);
    expect((await list()).rows.map((row) => row.id)).not.toContain(id);
  });

  test.each(['?limit=0', '?limit=all', '?cursor=nonsense', '?limit=1001'])('%s is 422', async (query) => {
    expect(await get(query, admin)).toMatchObject({ status: 422, body: { code: 'invalid' } });
  });
});

describe('somebody signed in', () => {
  test('gets only their own record, whatever the case of its email, activated or not', async () => {
    for (const activeFrom of [null, '2025-01-01T00:00:00Z']) {
      const { email, token } = await newAccount();
      const made = await newAffiliate(api.rows, { email: email.toUpperCase(), activeFrom });
      const { rows, next } = await list('', token);
      expect(rows).toMatchObject([{ id: made.id, code: made.code, email: email.toUpperCase() }]);
      expect(next).toBeNull();
    }
    expect((await list('', await signIn('ada'))).rows).toMatchObject([{ code: 'ada0001' }]);
  });

  test('gets an empty array without one, and paging shows nobody else’s', async () => {
    const { token } = await newAccount();
    for (const query of ['', '?limit=5', `?cursor=${(await list('?limit=1')).next ?? ''}`])
      expect(await list(query, token)).toEqual({ rows: [], next: null });
  });
});
