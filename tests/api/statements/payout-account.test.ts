import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newConfirmedAccount, signIn } from '../accounts.ts';
import { fixtures } from '../database/fixtures.ts';
import { type Api, openEmbedded, startApi } from '../harness.ts';
import { hold, payable, reject } from './ledger-maker.ts';

const now = new Date('2025-12-15T12:00:00Z');
const account = '/api/affiliates/payout';

let api: Api;
let admin: string;
beforeAll(async () => {
  const database = await openEmbedded();
  [api, admin] = await Promise.all([startApi({ database, now: () => now }), signIn('admin')]);
});
afterAll(() => api.close());

/** An affiliate with an account, and what the account signs in with. */
const newAffiliate = async (options: { readonly payoutEmail?: string | null } = {}) => {
  const { email, token, uid } = await newConfirmedAccount();
  return { token, uid, ...(await payable(api.rows, { email, ...options })) };
};
const get = (to: string, token: string) => api.call('GET', to, undefined, { token });

describe('how an affiliate is paid', () => {
  test('is told with what is due so far and what waits, and when the month closes', async () => {
    const carl = await newAffiliate({ payoutEmail: null });
    await carl.earn('2025-12-01T00:00:00Z', 30_00);
    const held = await carl.earn('2025-12-02T00:00:00Z', 20_00);
    await hold(api.rows, held.payment);
    expect((await get(account, carl.token)).body).toEqual({
      affiliate_id: carl.id,
      payout_email: null,
      payout_email_changes: [],
      no_minimum: false,
      balance_cents: 30_00,
      held_cents: 20_00,
      version: 1,
      minimum_cents: 100_00,
      next_closing: '2026-01-01',
    });
  });

  test('counts at once what takes back a commission of a statement, also while its payment is on hold', async () => {
    const carl = await newAffiliate();
    const { entry, payment } = await carl.earn('2025-10-01T00:00:00Z', 30_00);
    const statement_id = await fixtures(api.rows).statement({
      affiliate_id: carl.id,
      ...{ entries_cents: 30_00, paid_cents: 0, closing_cents: 30_00 },
    });
    await api.rows(
      'insert into statement_entries (statement_id, entry_id, affiliate_id) values ($1, $2, $3)',
      [statement_id, entry, carl.id],
    );
    await hold(api.rows, payment);
    await carl.takeBack(payment, '2025-11-01T00:00:00Z', 10_00);
    expect((await get(account, carl.token)).body).toMatchObject({ balance_cents: 20_00, held_cents: 0 });
  });

  test('counts a rejected payout as due until a statement brings it back', async () => {
    const carl = await newAffiliate();
    const statement_id = await fixtures(api.rows).statement({
      affiliate_id: carl.id,
      closing_cents: 0,
      paid_cents: 600,
    });
    const id = await fixtures(api.rows).payout({ statement_id });
    await reject(api.rows, id, '2025-12-10T00:00:00Z');
    expect((await get(account, carl.token)).body).toMatchObject({ balance_cents: 6_00 });
  });

  test('the affiliate sets the address, keeps its history, and may clear it; the same again changes nothing', async () => {
    const { id, token, uid } = await newAffiliate({ payoutEmail: null });
    const put = (to: unknown) => api.call('PUT', '/api/affiliates/payout-email', { email: to }, { token });
    const first = await put(' new@mail.example ');
    expect(first).toMatchObject({ status: 200, body: { payout_email: 'new@mail.example', version: 2 } });
    expect((await put('new@mail.example')).body).toMatchObject({ version: 2 });
    expect((await put(null)).body).toMatchObject({
      payout_email: null,
      payout_email_changes: [{ email: null }, { email: 'new@mail.example' }],
    });
    const changes = 'select changed_by from payout_email_changes where affiliate_id = $1';
    expect(await api.rows(changes, [id])).toEqual([{ changed_by: uid }, { changed_by: uid }]);
    const log = `select before ->> 'payout_email' as before, after ->> 'payout_email' as after, actor_id
      from audit_log where entity_id = $1 and action = 'affiliate.payout' order by id`;
    expect(await api.rows(log, [id])).toEqual([
      { before: null, after: 'new@mail.example', actor_id: uid },
      { before: 'new@mail.example', after: null, actor_id: uid },
    ]);
  });

  test.each([
    ['nobody'],
    [''],
    [undefined],
    ['=cmd@mail.example'],
    ['+a@mail.example'],
    ['-a@mail.example'],
    ['|a@mail.example'],
    ["'=a@mail.example"],
  ])('an address %j is refused', async (email) => {
    const { token } = await newAffiliate();
    const sent = await api.call('PUT', '/api/affiliates/payout-email', { email }, { token });
    expect(sent.status).toBe(422);
  });

  test('an admin sets address and minimum of a version; a stale one is refused', async () => {
    const { id, token: own } = await newAffiliate();
    const put = (body: object, token = admin) =>
      api.call('PUT', `/api/affiliates/${id}/payout`, body, { token });
    const terms = { payout_email: 'pay@mail.example', no_minimum: true };
    const changed = await put({ ...terms, version: 1 });
    expect(changed).toMatchObject({
      status: 200,
      body: { no_minimum: true, payout_email_changes: [], version: 2 },
    });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect(await put({ ...terms, no_minimum: false, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    expect((await put(terms, own)).status).toBe(403);
    expect((await put({ no_minimum: true })).status).toBe(422);
    expect(await get(`${account}?affiliate=${id}`, admin)).toMatchObject({
      status: 200,
      body: { no_minimum: true, version: 2 },
    });
    const log = "select action from audit_log where entity_id = $1 and action = 'affiliate.payout'";
    expect(await api.rows(log, [id])).toHaveLength(1);
  });
});
