import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
  await api.rows(`insert into audit_log (id, at, actor_id, actor_email, action, entity, entity_id)
    select gen_random_uuid(), timestamptz '2025-01-01T00:00:00Z',
      'actor' || n % 2, 'Actor' || n % 2 || '@list.example', 'thing.act', 'thing', 'thing' || n
    from generate_series(1, 30) n`);
});
afterAll(() => api.close());

const page = z.object({
  entries: z.array(z.looseObject({ id: z.string(), action: z.string(), actor_id: z.string() })),
});
const search = (query: object) => api.call('POST', '/api/audit/search', query, { token });
const list = async (query: object = {}) => {
  const answer = await search(query);
  expect(answer.status).toBe(200);
  return {
    entries: page.parse(answer.body).entries,
    next: answer.headers.get('x-next-cursor'),
    total: answer.headers.get('x-total-count'),
  };
};

test('an entry has the actor, action, record, before, after and request', async () => {
  const body = { name: 'Minted', email: newEmail(), code: `c${unique()}` };
  const created = await api.call('POST', '/api/affiliates', body, { token });
  const { id } = z.object({ id: z.string() }).parse(created.body);
  const change = await api.call('PUT', `/api/affiliates/${id}`, { ...body, name: 'New' }, { token });
  const { entries, total } = await list({ entity: 'affiliate', entityId: id });
  expect(total).toBe('2');
  expect(entries[0]).toEqual({
    id: expect.any(String) as string,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    actor_id: 'seed-admin',
    actor_email: 'admin@kithbook.example',
    action: 'affiliate.update',
    entity: 'affiliate',
    entity_id: id,
    record: { name: body.code, closed: false },
    batch_size: 1,
    before: expect.objectContaining({ id, name: 'Minted' }) as unknown,
    after: expect.objectContaining({ id, name: 'New' }) as unknown,
    reason: null,
    request_id: change.headers.get('x-request-id'),
  });
  expect(entries[1]).toMatchObject({ action: 'affiliate.create', before: null });
});

describe('a search', () => {
  test.each([
    [{ entity: 'thing' }, 30],
    [{ entity: 'thing', entityId: 'thing7' }, 1],
    [{ actor: 'ACTOR0@list.example' }, 15],
    [{ actor: 'actor' }, 0],
    [{ action: 'thing.act', actor: 'actor1' }, 15],
    [{ action: 'thing' }, 0],
    [{ q: 'tor1@LIST' }, 15],
    [{ q: '%' }, 0],
    [{ q: 'thing3', actor: 'actor1' }, 1],
  ])('with %j finds %i entries', async (query: object, count) => {
    const { entries, total } = await list(query);
    expect([entries.length, total]).toEqual([count, String(count)]);
  });

  test('is rejected with the name of a wrong field', async () => {
    for (const [field, value] of [
      ['q', 'a\0b'],
      ['limit', 1_001],
      ['batch', 'thing7'],
      ['cursor', Buffer.from(JSON.stringify(['Ada', crypto.randomUUID()])).toString('base64url')],
    ] as const) {
      expect(await search({ [field]: value })).toMatchObject({
        status: 422,
        body: { code: 'invalid', fields: [{ field }] },
      });
    }
  });
});

describe('an entry names its record as it is now:', () => {
  const recordOf = async (entity: string, entityId: string) => {
    await fixtures(api.rows).audit({ entity, entity_id: entityId });
    const { entries } = await list({ entity, entityId });
    return entries[0]?.record;
  };

  test('a closed affiliate, a customer, a purchase, a payout and a profile', async () => {
    const { affiliate, purchase, statement, payout, other } = fixtures(api.rows);
    const closed = await affiliate();
    const [{ code } = {}] = await api.rows(
      'update affiliates set email = null, closed_at = now(), date_activated = null where id = $1 returning code',
      [closed],
    );
    expect(await recordOf('affiliate', closed)).toEqual({ name: code, closed: true });
    const email = newEmail();
    expect(await recordOf('customer', await other('customers', { email }))).toEqual({ name: email });
    const provider_id = unique();
    expect(await recordOf('purchase', await purchase({ provider_id }))).toEqual({ name: provider_id });
    const paid = await payout({
      statement_id: await statement({ affiliate_id: closed, month: '2026-01-01' }),
    });
    expect(await recordOf('payout', paid)).toEqual({ name: code, month: '2026-01' });
    const user_id = unique();
    expect(await recordOf('user-profile', await other('user_profiles', { user_id }))).toEqual({
      name: user_id,
    });
  });

  test.each([
    ['affiliate', crypto.randomUUID()],
    ['customer', 'no UUID'],
    ['event', 'WH-1'],
  ])('null for %s %s', async (entity, id) => {
    expect(await recordOf(entity, id)).toBeNull();
  });
});

test('an import is one entry, unless the search names a record, a text or the import itself', async () => {
  const [first, second, third] = [newEmail(), newEmail(), newEmail()];
  const csv = `name,email\nOne,${first}\nTwo,${second}\nThree,${third}\n`;
  await api.call('POST', '/api/affiliates/import', { csv, dryRun: false }, { token });
  const imported = await api.rows('select id, code from affiliates where email = any ($1) order by id', [
    [first, second, third],
  ]);
  const ids = imported.map(({ id }) => String(id));
  const created = { action: 'affiliate.create', actor: 'seed-admin' };
  const { entries, total } = await list({ ...created, limit: 1 });
  expect(entries[0]).toMatchObject({ batch_size: 3, reason: 'import' });
  const all = await list({ batch: entries[0]?.id });
  expect([all.total, ...all.entries.map((entry) => entry.batch_size)]).toEqual(['3', 1, 1, 1]);
  expect(all.entries.map((entry) => entry.entity_id).sort()).toEqual(ids.sort());
  for (const id of ids) {
    expect((await list({ entity: 'affiliate', entityId: id })).total).toBe('1');
    expect((await list({ q: id })).entries).toMatchObject([{ batch_size: 1 }]);
  }
  await api.call(
    'POST',
    '/api/affiliates/import',
    { csv: `name,email\nFour,${newEmail()}\n`, dryRun: false },
    { token },
  );
  const after = await list({ ...created, limit: 1 });
  expect(after.entries).toMatchObject([{ batch_size: 1 }]);
  expect(after.total).toBe(String(Number(total) + 1));
});

test('an audit entry changes only once, by losing before and after with the reason "redacted"', async () => {
  const make = fixtures(api.rows);
  const id = await make.audit({ before: '{"a":1}', after: '{"a":2}', reason: 'because' });
  const redact = "before = null, after = null, reason = 'redacted'";
  const update = (set: string) => api.rows(`update audit_log set ${set} where id = $1`, [id]);
  for (const set of [
    'before = null, after = null',
    "before = null, reason = 'redacted'",
    "after = null, reason = 'redacted'",
    "before = '{}', after = null, reason = 'redacted'",
    `${redact}, actor_id = 'other'`,
    `${redact}, at = now()`,
    `${redact}, action = 'other'`,
    `${redact}, entity_id = 'other'`,
    `${redact}, request_id = 'other'`,
    "reason = 'redacted'",
  ])
    await expect(update(set)).rejects.toMatchObject({ code: '23001' });
  await update(redact);
  await expect(update(redact)).rejects.toMatchObject({ code: '23001' });
  await expect(api.rows('delete from audit_log where id = $1', [id])).rejects.toMatchObject({
    code: '23001',
  });
});
