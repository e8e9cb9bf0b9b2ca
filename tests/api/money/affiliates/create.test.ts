import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { affiliateShape } from '../../../../src/server/money/affiliates/affiliate.ts';
import { changeAccount, newAccount, signIn, unsignedToken } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const validBody = () => ({ name: 'Minted', email: newEmail(), code: `c${unique()}`, referred_by: null });
const create = (body: object) => api.call('POST', '/api/affiliates', body, { token });
const audit = (id: unknown) =>
  api.rows(
    'select action, entity, actor_id, actor_email, before, after, request_id from audit_log where entity_id = $1',
    [id],
  );

describe('an admin’s new affiliate', () => {
  test('can be active only after a sign-in of the last ten minutes', async () => {
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    const { uid } = await newAccount();
    const claims = { admin: true };
    await changeAccount(uid, { customAttributes: JSON.stringify(claims), validSince: String(hourAgo) });
    const old = unsignedToken(uid, { ...claims, auth_time: hourAgo });
    const createWith = (token: string, date_activated: string | null) =>
      api.call('POST', '/api/affiliates', { ...validBody(), date_activated }, { token });
    const active = new Date().toISOString();
    expect(await createWith(old, active)).toMatchObject({ status: 401, body: { code: 'sign-in-again' } });
    expect((await createWith(old, null)).status).toBe(201);
    expect((await createWith(token, active)).status).toBe(201);
  });

  test('can have any email and code, and is audited', async () => {
    const body = { ...validBody(), code: 'Any_Code-1', referred_by: 'ada@kithbook.example' };
    const answer = await create(body);
    expect(answer.status).toBe(201);
    const created = affiliateShape.parse(answer.body);
    expect(created).toMatchObject({ ...body, code: 'any_code-1', date_activated: null });
    const {
      muted_mails: _muted,
      version: _version,
      email_confirmed: _confirmed,
      has_ledger: _ledger,
      sales: _sales,
      earnings_cents: _earnings,
      ...auditedFields
    } = created;
    expect(await audit(created.id)).toEqual([
      {
        action: 'affiliate.create',
        entity: 'affiliate',
        actor_id: 'seed-admin',
        actor_email: 'admin@kithbook.example',
        before: null,
        after: auditedFields,
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });

  test('with a date is active since then', async () => {
    const body = validBody();
    const answer = await create({ ...body, date_activated: '2025-06-01T10:00:00+02:00' });
    expect(answer).toMatchObject({ status: 201, body: { date_activated: '2025-06-01T08:00:00.000Z' } });
    expect((await api.call('GET', `/api/affiliates/validate/${body.code}`)).body).toEqual({ valid: true });
    const history = await api.rows(
      `select active_from from affiliate_activations h join affiliates a on a.id = h.affiliate_id
       where a.code = $1`,
      [body.code],
    );
    expect(history).toEqual([{ active_from: new Date('2025-06-01T08:00:00Z') }]);
  });
  test('with a taken email or code, in any letter case, is 409, for the email first', async () => {
    const first = validBody();
    expect((await create(first)).status).toBe(201);
    const email = first.email.toUpperCase();
    const code = first.code.toUpperCase();
    for (const [body, problem] of [
      [{ ...validBody(), code }, 'affiliate-code-taken'],
      [{ ...validBody(), email, code }, 'affiliate-email-taken'],
    ] as const)
      expect(await create(body)).toMatchObject({ status: 409, body: { code: problem } });
  });
});
