import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { affiliateShape } from '../../../../src/server/money/affiliates/affiliate.ts';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';

let api: Api;
let token: string;
const now = Date.now();
const day = 24 * 60 * 60_000;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi({ now: () => new Date(now) }), signIn('admin')]);
});
afterAll(() => api.close());

type Record = z.infer<typeof affiliateShape>;

const create = async (changes: object = {}): Promise<Record> => {
  const body = { name: 'Minted', email: newEmail(), code: `c${unique()}`, ...changes };
  return affiliateShape.parse((await api.call('POST', '/api/affiliates', body, { token })).body);
};
const put = (id: string, body: object, headers: { [name: string]: string } = {}) =>
  api.call('PUT', `/api/affiliates/${id}`, body, { token, headers });
const audit = (id: string) =>
  api.rows(
    'select action, actor_id, before, after, request_id from audit_log where entity_id = $1 order by id',
    [id],
  );
const auditedFields = ({
  muted_mails: _muted,
  version: _version,
  email_confirmed: _confirmed,
  has_ledger: _ledger,
  sales: _sales,
  earnings_cents: _earnings,
  ...fields
}: Record) => fields;
const iso = (offset: number) => new Date(now + offset).toISOString();

describe('an admin’s change', () => {
  test('replaces the fields, increments the version, and is audited with before and after', async () => {
    const before = await create({ referred_by: 'ada@kithbook.example' });
    const change = {
      name: 'Renamed',
      email: newEmail(),
      date_activated: '2025-06-01T08:00:00.000Z',
      referred_by: null,
    };
    const answer = await put(before.id, { ...before, ...change });
    const after = { ...before, ...change, application_state: 'approved' as const, version: 2 };
    expect(answer).toMatchObject({ status: 200, body: after });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect((await audit(before.id)).at(-1)).toEqual({
      action: 'affiliate.update',
      actor_id: 'seed-admin',
      before: auditedFields(before),
      after: auditedFields(after),
      request_id: answer.headers.get('x-request-id'),
    });
  });

  test('accepts the code in any letter case, or no code', async () => {
    const affiliate = await create();
    for (const code of [affiliate.code.toUpperCase(), ` ${affiliate.code} `, null, undefined])
      expect(await put(affiliate.id, { ...affiliate, code, version: null })).toMatchObject({
        status: 200,
        body: { code: affiliate.code },
      });
  });

  test('of the code is rejected, and no other field of the change is saved', async () => {
    const affiliate = await create();
    for (const code of ['other', '', '-']) {
      const answer = await put(affiliate.id, { ...affiliate, name: 'Lost', code });
      expect(answer).toMatchObject({
        status: 422,
        body: {
          code: 'affiliate-code-immutable',
          error: 'The affiliate code cannot be changed once created.',
          fields: [{ field: 'code', message: 'The affiliate code cannot be changed once created.' }],
        },
      });
    }
    expect(await audit(affiliate.id)).toHaveLength(1);
  });

  test('ignores fields that cannot be set', async () => {
    const affiliate = await create();
    const answer = await put(affiliate.id, {
      ...affiliate,
      id: randomUUID(),
      date_created: iso(0),
      has_ledger: true,
      payout_email: 'thief@mail.example',
      no_minimum: true,
    });
    expect(answer.body).toEqual({ ...affiliate, version: 2 });
    const [row] = await api.rows('select payout_email, no_minimum from affiliates where id = $1', [
      affiliate.id,
    ]);
    expect(row).toEqual({ payout_email: null, no_minimum: false });
  });

  test('accepts the same email in another letter case, but not another affiliate’s email', async () => {
    const [email, taken] = [newEmail(), newEmail()];
    const affiliate = await create({ email });
    await create({ email: taken });
    expect((await put(affiliate.id, { ...affiliate, email: email.toUpperCase() })).status).toBe(200);
    const answer = await put(affiliate.id, { ...affiliate, email: taken.toUpperCase(), version: null });
    expect(answer).toMatchObject({ status: 409, body: { code: 'affiliate-email-taken' } });
    expect(await audit(affiliate.id)).toHaveLength(2);
  });

  test('keeps an old name with control characters, and rejects a new one', async () => {
    const affiliate = await create();
    await api.rows("update affiliates set name = 'a\u202eb' where id = $1", [affiliate.id]);
    const old = { ...affiliate, name: 'a\u202eb', version: null };
    expect((await put(affiliate.id, { ...old, date_activated: iso(0) })).status).toBe(200);
    expect(await put(affiliate.id, { ...old, name: 'a\u202ec' })).toMatchObject({
      status: 422,
      body: {
        code: 'invalid',
        fields: [{ field: 'name', message: 'Contains characters that cannot be stored' }],
      },
    });
  });

  test('cannot activate more than a day from now', async () => {
    const affiliate = await create();
    expect(await put(affiliate.id, { ...affiliate, date_activated: iso(day + 1) })).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: [{ field: 'date_activated' }] },
    });
  });
});

describe('activation', () => {
  const history = (id: string) =>
    api.rows(
      'select active_from, active_until from affiliate_activations where affiliate_id = $1 order by active_from',
      [id],
    );

  test('starts and ends with the date, and a date in the future counts as now', async () => {
    const affiliate = await create();
    const activated = affiliateShape.parse(
      (await put(affiliate.id, { ...affiliate, date_activated: iso(day) })).body,
    );
    expect(activated.date_activated).toBe(iso(0));
    expect(await history(affiliate.id)).toEqual([{ active_from: new Date(now), active_until: null }]);
    const deactivated = affiliateShape.parse(
      (await put(affiliate.id, { ...activated, date_activated: null })).body,
    );
    expect(deactivated).toMatchObject({ date_activated: null, version: 3 });
    expect(await history(affiliate.id)).toMatchObject([{ active_until: expect.any(Date) as Date }]);
  });

  test('continues if a change has the stored date without its microseconds', async () => {
    const { id } = await newAffiliate(api.rows, { activeFrom: '2025-06-01T08:00:00.123456Z' });
    const [{ email, code } = {}] = await api.rows('select email, code from affiliates where id = $1', [id]);
    const answer = await put(id, { name: 'x', email, code, date_activated: '2025-06-01T08:00:00.123Z' });
    expect(answer.body).toMatchObject({ date_activated: '2025-06-01T08:00:00.123Z' });
    expect(await history(id)).toHaveLength(1);
  });
});

test('a change names the edited version in the body or in If-Match, and an older one is a conflict', async () => {
  const affiliate = await create();
  const unversioned = { ...affiliate, version: null };
  expect((await put(affiliate.id, { ...affiliate, version: 1 })).status).toBe(200);
  expect((await put(affiliate.id, unversioned, { 'if-match': '"2"' })).status).toBe(200);
  expect((await put(affiliate.id, unversioned, { 'if-match': '*' })).status).toBe(200);
  for (const [version, tag] of [
    [1, undefined],
    [null, '"2"'],
    [null, 'W/"4"'],
    [4, '"3"'],
  ] as const)
    expect(await put(affiliate.id, { ...affiliate, version }, tag ? { 'if-match': tag } : {})).toMatchObject({
      status: 409,
      body: {
        code: 'edit-conflict',
        error: 'Somebody else has changed this record. Reload it, then make your change again.',
      },
    });
  expect(await audit(affiliate.id)).toHaveLength(4);
});
