import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAccount, newConfirmedAccount, signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newAffiliate, unique } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { newApplicant } from './application.ts';
import { limits } from '../../../../src/shared/limits.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const withToken = (callerToken: string) => ({ token: callerToken });
const write = (promotion: unknown, caller: string) =>
  api.call('PUT', '/api/affiliates/application', { promotion }, withToken(caller));
const decline = (id: string, body: object = {}, caller = token) =>
  api.call('POST', `/api/affiliates/${id}/decline`, body, withToken(caller));
const activate = (id: string, date_activated: string | null = new Date().toISOString()) =>
  api.call(
    'PUT',
    `/api/affiliates/${id}`,
    { name: 'x', email: `${unique()}@mail.example`, date_activated },
    withToken(token),
  );
const audit = (id: string) =>
  api.rows('select action, actor_id, before, after, reason from audit_log where entity_id = $1 order by id', [
    id,
  ]);
const idsOf = async (query: string) => {
  const { body } = await api.call('GET', `/api/affiliates?${query}`, undefined, withToken(token));
  return (body as { id: string }[]).map(({ id }) => id);
};

/** Creates an application of a new account. */
const newApplication = async () => {
  const applicant = await newApplicant(api);
  const { body } = await applicant.apply();
  return { ...applicant, ...(body as { id: string; version: number }) };
};

describe('the applicant’s own words', () => {
  test('are stored as plain text with a new version and an audit entry; equal words change nothing', async () => {
    const { id, uid, token: ownToken } = await newApplication();
    const saved = await write('  My blog,\nand my newsletter ', ownToken);
    expect(saved).toMatchObject({
      status: 200,
      body: { id, promotion: 'My blog,\nand my newsletter', version: 2 },
    });
    expect(await write('My blog,\nand my newsletter', ownToken)).toMatchObject({
      status: 200,
      body: { version: 2 },
    });
    expect(await write(' ', ownToken)).toMatchObject({ status: 200, body: { promotion: null, version: 3 } });
    expect(await audit(id)).toMatchObject([
      { action: 'affiliate.application', actor_id: uid, before: { promotion: null } },
      { action: 'affiliate.application', actor_id: uid, after: { promotion: null } },
    ]);
  });

  test('are 404 for another account, even for an account with the same but unconfirmed email', async () => {
    const { id, email } = await newAffiliate(api.rows, { activeFrom: null });
    const strangers = [await newAccount(), await newAccount(email)];
    for (const { token: stranger } of strangers)
      expect(await write('Mine', stranger)).toMatchObject({
        status: 404,
        body: { code: 'affiliate-not-found' },
      });
    expect(await audit(id)).toEqual([]);
  });

  test('cannot be changed once an admin has decided', async () => {
    const [approved, declined] = [await newApplication(), await newApplication()];
    await api.call(
      'POST',
      '/api/affiliates/bulk',
      { action: 'activate', ids: [approved.id] },
      withToken(token),
    );
    await decline(declined.id);
    for (const { token: ownToken } of [approved, declined])
      expect(await write('Later', ownToken)).toMatchObject({
        status: 409,
        body: { code: 'application-decided', error: 'This application has already been decided.' },
      });
  });

  test('can be saved 30 times in 15 minutes', async () => {
    const { id, token: ownToken } = await newApplication();
    expect(limits.perTarget.applicationText).toEqual({ hits: 30, windowSeconds: 900 });
    for (let hit = 1; hit <= 30; hit += 1)
      expect((await write(`Text ${String(hit)}`, ownToken)).status).toBe(200);
    expect(await write('Text 31', ownToken)).toMatchObject({
      status: 429,
      body: { code: 'too-many-requests' },
    });
    expect(await api.rows('select promotion from affiliates where id = $1', [id])).toEqual([
      { promotion: 'Text 30' },
    ]);
  });

  test('are removed when another account confirms the email, and a declined application waits again', async () => {
    const { id, email, token: ownToken } = await newApplication();
    await write('Not the owner’s words', ownToken);
    await decline(id, { reason: 'Not the owner’s reason' });
    await api.rows("update affiliates set owner_uid = 'somebody' where email = $1", [email]);
    await api.rows('update affiliates set email = $2 where email = $1', [email, `heir-${email}`]);
    const heir = await newConfirmedAccount(`heir-${email}`);
    const { body } = await api.call('GET', '/api/affiliates', undefined, withToken(heir.token));
    expect(body).toMatchObject([
      { promotion: null, application_state: 'waiting', declined_reason: null, email_confirmed: true },
    ]);
  });
});

describe('an admin declines an application', () => {
  test('with a reason: it leaves the waiting list, is audited, and the applicant reads the reason', async () => {
    const { id, token: ownToken } = await newApplication();
    expect(await idsOf('state=waiting')).toContain(id);
    const answer = await decline(id, { reason: ' Not yet ', version: 1 });
    expect(answer).toMatchObject({
      status: 200,
      body: { application_state: 'declined', declined_reason: 'Not yet', date_activated: null, version: 2 },
    });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(await idsOf('state=waiting')).not.toContain(id);
    expect(await idsOf('state=declined')).toContain(id);
    expect(await idsOf('state=inactive')).toContain(id);
    expect(await audit(id)).toMatchObject([
      {
        action: 'affiliate.decline',
        actor_id: 'seed-admin',
        before: { application_state: 'waiting', declined_reason: null },
        after: { application_state: 'declined', declined_reason: 'Not yet' },
        reason: 'Not yet',
      },
    ]);
    expect((await api.call('GET', '/api/affiliates', undefined, withToken(ownToken))).body).toMatchObject([
      { application_state: 'declined', declined_reason: 'Not yet' },
    ]);
  });

  test('but not as a user, with another version or a long reason, and not a decided or missing application', async () => {
    const { id, token: ownToken } = await newApplication();
    expect((await decline(id, {}, ownToken)).status).toBe(403);
    expect(await decline(id, { version: 7 })).toMatchObject({ status: 409, body: { code: 'edit-conflict' } });
    expect((await decline(id, { reason: 'x'.repeat(501) })).status).toBe(422);
    expect((await decline(id)).status).toBe(200);
    expect(await decline(id)).toMatchObject({ status: 409, body: { code: 'application-decided' } });
    expect((await decline(crypto.randomUUID())).status).toBe(404);
    expect(await audit(id)).toMatchObject([{ action: 'affiliate.decline', reason: null }]);
  });

  test('and activates it later: it is approved, and does not wait again after a deactivation', async () => {
    const { id } = await newApplication();
    await decline(id, { reason: 'Not yet' });
    expect((await activate(id)).body).toMatchObject({ application_state: 'approved', declined_reason: null });
    expect((await activate(id, null)).body).toMatchObject({
      application_state: 'approved',
      date_activated: null,
    });
    expect(await idsOf('state=waiting')).not.toContain(id);
    expect(await decline(id)).toMatchObject({ status: 409, body: { code: 'application-decided' } });
  });

  test('and changes the email: words and reason are removed, and the application waits again', async () => {
    const { id, token: ownToken } = await newApplication();
    await write('My words', ownToken);
    await decline(id, { reason: 'Not yet' });
    expect((await activate(id, null)).body).toMatchObject({
      promotion: null,
      application_state: 'waiting',
      declined_reason: null,
    });
  });

  test('and closes the record: words and reason disappear, in the audit log too', async () => {
    const { id, email, token: ownToken } = await newApplication();
    await write('Wilhelmina’s words', ownToken);
    await decline(id, { reason: 'Wilhelmina’s reason' });
    const exported = await api.call('POST', '/api/customers/data', { email }, withToken(token));
    expect(exported.body).toMatchObject({
      affiliates: [{ promotion: 'Wilhelmina’s words', declined_reason: 'Wilhelmina’s reason' }],
    });
    await fixtures(api.rows).statement({ affiliate_id: id });
    expect((await api.call('DELETE', `/api/affiliates/${id}`, undefined, withToken(token))).status).toBe(204);
    const [row] = await api.rows('select * from affiliates where id = $1', [id]);
    expect(row).toMatchObject({ promotion: null, declined_reason: null, application_state: 'declined' });
    expect(JSON.stringify([row, await audit(id)])).not.toContain('Wilhelmina');
    expect(await idsOf('state=declined')).not.toContain(id);
  });
});

test('sales counts completed payments, and earnings sums the ledger with its refunds', async () => {
  const { id, code } = await newAffiliate(api.rows);
  const { purchase, payment, refund, entry } = fixtures(api.rows);
  const purchase_id = await purchase({
    affiliate_id: id,
    affiliate_code: code,
    type: 'subscription',
    state: 'active',
  });
  const first = await payment({ purchase_id });
  await payment({ purchase_id, sequence: 2, state: 'pending' });
  const second = await payment({ purchase_id, sequence: 3 });
  for (const payment_id of [first, second]) await entry({ affiliate_id: id, payment_id });
  await refund({ payment_id: first });
  await entry({ affiliate_id: id, payment_id: first, kind: 'refund', amount_cents: -100 });
  const { body } = await api.call('GET', `/api/affiliates?q=${code}`, undefined, withToken(token));
  expect(body).toMatchObject([{ id, sales: 2, earnings_cents: 1_100 }]);
});
