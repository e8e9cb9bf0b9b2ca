import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';

let api: Api;
let token: string;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
  make = fixtures(api.rows);
});
afterAll(() => api.close());

const asAdmin = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  api.call(method, `/api/affiliates${path}`, body, { token, headers });
const auditEntries = (id: string) =>
  api.rows('select action, actor_id, before, after, reason from audit_log where entity_id = $1 order by id', [
    id,
  ]);
const storedRow = (id: string) => api.rows('select * from affiliates where id = $1', [id]);

const create = async () => {
  const body = { name: 'Wilhelmina', email: newEmail(), code: `c${unique()}`, referred_by: newEmail() };
  const { body: created } = await asAdmin('POST', '', body);
  const { id } = created as { id: string };
  await asAdmin('PUT', `/${id}`, { ...body, date_activated: '2025-01-01T00:00:00Z' });
  return { ...body, id };
};

describe('an affiliate without a ledger', () => {
  test('is deleted with its history, and its audit entries lose all personal data', async () => {
    const { id } = await create();
    await make.other('payout_email_changes', { affiliate_id: id, email: newEmail(), changed_by: 'a' });
    expect(await asAdmin('DELETE', `/${id}`)).toMatchObject({ status: 204, body: null });
    expect(await storedRow(id)).toEqual([]);
    for (const table of ['affiliate_activations', 'payout_email_changes'])
      expect(await api.rows(`select 1 as one from ${table} where affiliate_id = $1`, [id])).toEqual([]);
    const redacted = { actor_id: 'seed-admin', before: null, after: null, reason: 'redacted' };
    expect(await auditEntries(id)).toEqual([
      { ...redacted, action: 'affiliate.create' },
      { ...redacted, action: 'affiliate.update' },
      { ...redacted, action: 'affiliate.delete', reason: null },
    ]);
    expect(await asAdmin('DELETE', `/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'affiliate-not-found' },
    });
  });

  test('leaves its email and code free', async () => {
    const { id, name, email, code } = await create();
    await asAdmin('DELETE', `/${id}`);
    expect((await asAdmin('POST', '', { name, email, code })).status).toBe(201);
  });
});

describe.each([
  ['a commission', (affiliate_id: string) => make.entry({ affiliate_id })],
  ['a statement', (affiliate_id: string) => make.statement({ affiliate_id })],
  [
    'a purchase',
    async (affiliate_id: string) => {
      const [{ code } = {}] = await api.rows('select code from affiliates where id = $1', [affiliate_id]);
      return make.purchase({ affiliate_id, affiliate_code: code });
    },
  ],
])('an affiliate with %s', (_what, insertRecord) => {
  test('is closed, and keeps its code but no personal data', async () => {
    const { id, code, email } = await create();
    await insertRecord(id);
    expect((await asAdmin('GET', `?q=${email}`)).body).toMatchObject([{ id, has_ledger: true, version: 2 }]);
    expect((await asAdmin('DELETE', `/${id}`)).status).toBe(204);
    expect(await storedRow(id)).toMatchObject([
      {
        name: 'Closed account',
        date_activated: null,
        closed_at: expect.any(Date) as Date,
        code,
        version: 3,
      },
    ]);
    expect(JSON.stringify([await storedRow(id), await auditEntries(id)])).not.toMatch(/@mail|wilhelmina/i);
    expect((await auditEntries(id)).map(({ action }) => action)).toEqual([
      'affiliate.create',
      'affiliate.update',
      'affiliate.close',
    ]);
    expect((await asAdmin('GET', '?state=closed')).body).toContainEqual(
      expect.objectContaining({ id, name: 'Closed account', email: null, has_ledger: true }),
    );
  });

  test('is missing for other calls once closed, and its code stays taken', async () => {
    const { id, code, email } = await create();
    await insertRecord(id);
    await asAdmin('DELETE', `/${id}`);
    expect((await asAdmin('PUT', `/${id}`, { name: 'x', email })).status).toBe(404);
    expect((await asAdmin('DELETE', `/${id}`)).status).toBe(404);
    expect((await asAdmin('POST', '/bulk', { action: 'activate', ids: [id] })).body).toMatchObject({
      left: [],
      missing: [id],
    });
    expect(await asAdmin('POST', '', { name: 'x', email: newEmail(), code })).toMatchObject({
      status: 409,
      body: { code: 'affiliate-code-taken' },
    });
    expect((await asAdmin('POST', '', { name: 'x', email, code: `c${unique()}` })).status).toBe(201);
  });
});

test('a deletion of an older version is rejected and changes nothing', async () => {
  const { id } = await create();
  expect(await asAdmin('DELETE', `/${id}`, undefined, { 'if-match': '"1"' })).toMatchObject({
    status: 409,
    body: { code: 'edit-conflict' },
  });
  expect(await storedRow(id)).toHaveLength(1);
  expect(await auditEntries(id)).toMatchObject([{ reason: null }, { reason: null }]);
  expect((await asAdmin('DELETE', `/${id}`, undefined, { 'if-match': '"2"' })).status).toBe(204);
});

describe('a bulk change', () => {
  const bulk = (action: string, ids: unknown) => asAdmin('POST', '/bulk', { action, ids });
  const createThree = async () => {
    const creations = [null, '2025-01-01T00:00:00Z', null].map((activeFrom) =>
      newAffiliate(api.rows, { activeFrom }),
    );
    return (await Promise.all(creations)).map(({ id }) => id);
  };

  test('activates inactive affiliates, with an audit entry for each', async () => {
    const ids = await createThree();
    const missing = '01990000-0000-7000-8000-000000000000';
    const answer = await bulk('activate', [...ids, missing, ids[0]?.toUpperCase()]);
    expect(answer).toMatchObject({
      status: 200,
      body: { changed: [ids[0], ids[2]], unchanged: [ids[1]], left: [], missing: [missing] },
    });
    for (const [index, id] of ids.entries()) {
      const [row] = await storedRow(id);
      expect(row).toMatchObject({ date_activated: expect.any(Date) as Date, version: index === 1 ? 1 : 2 });
      expect(await auditEntries(id)).toMatchObject(
        index === 1
          ? []
          : [
              {
                action: 'affiliate.update',
                actor_id: 'seed-admin',
                before: { id, date_activated: null },
                after: { id, date_activated: expect.stringMatching(/Z$/) as string },
              },
            ],
      );
    }
  });

  test('deactivates active affiliates', async () => {
    const ids = await createThree();
    expect((await bulk('deactivate', ids)).body).toEqual({
      changed: [ids[1]],
      unchanged: [ids[0], ids[2]],
      left: [],
      missing: [],
    });
    const [history] = await api.rows(
      'select active_until from affiliate_activations where affiliate_id = $1',
      [ids[1]],
    );
    expect(history).toMatchObject({ active_until: expect.any(Date) as Date });
  });

  test.each([
    ['action', 'delete', [unique()]],
    ['ids', 'activate', []],
    ['ids', 'activate', 'all'],
    ['ids.0', 'activate', ['1']],
    ['ids', 'activate', Array.from({ length: 501 }, () => '01990000-0000-7000-8000-000000000000')],
  ])('is 422 if %s is wrong', async (field, action, ids) => {
    const answer = await bulk(action, ids);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      fields: expect.arrayContaining([{ field, message: expect.any(String) as string }]) as unknown,
    });
  });

  test('accepts 500 ids', async () => {
    const ids = Array.from({ length: 499 }, () => crypto.randomUUID());
    const { id } = await newAffiliate(api.rows);
    expect(await bulk('deactivate', [id, ...ids])).toMatchObject({
      status: 200,
      body: { changed: [id], missing: ids },
    });
  });
});
