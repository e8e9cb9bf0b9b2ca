import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, createTestDatabase, startApi } from '../../harness.ts';
import { hold, payable, reject } from './ledger-maker.ts';

const now = new Date('2025-12-15T12:00:00Z');
const accountPath = '/api/affiliates/payout';

let api: Api;
let admin: string;
beforeAll(async () => {
  const database = await createTestDatabase();
  [api, admin] = await Promise.all([startApi({ database, now: () => now }), signIn('admin')]);
});
afterAll(() => api.close());

/** Creates an affiliate with an account. */
const newAffiliate = async (options: { readonly payoutEmail?: string | null } = {}) => {
  const { email, token, uid } = await newConfirmedAccount();
  return { token, uid, ...(await payable(api.rows, { email, ...options })) };
};
const get = (to: string, token: string) => api.call('GET', to, undefined, { token });

describe('the payout account', () => {
  test('has the balance, the amount on hold and the next closing', async () => {
    const carl = await newAffiliate({ payoutEmail: null });
    for (const cents of [18_00, 12_00]) await carl.earn('2025-12-01T00:00:00Z', cents);
    for (const cents of [13_00, 7_00]) {
      const held = await carl.earn('2025-12-02T00:00:00Z', cents);
      await hold(api.rows, held.payment);
    }
    expect((await get(accountPath, carl.token)).body).toEqual({
      affiliate_id: carl.id,
      payout_email: null,
      payout_email_changes: [],
      no_minimum: false,
      balance_cents: 30_00,
      held_cents: 20_00,
      in_payouts_cents: 0,
      left_at: null,
      version: 1,
      minimum_cents: 100_00,
      next_closing: '2026-01-01',
    });
  });

  test('subtracts entries that take back a commission of a statement, even if the payment is on hold', async () => {
    const carl = await newAffiliate();
    const { entry, payment } = await carl.earn('2025-10-01T00:00:00Z', 30_00);
    const statement_id = await fixtures(api.rows).statement({
      affiliate_id: carl.id,
      entries_cents: 30_00,
      paid_cents: 0,
      closing_cents: 30_00,
    });
    await api.rows(
      'insert into statement_entries (statement_id, entry_id, affiliate_id) values ($1, $2, $3)',
      [statement_id, entry, carl.id],
    );
    await hold(api.rows, payment);
    await carl.takeBack(payment, '2025-11-01T00:00:00Z', 10_00);
    expect((await get(accountPath, carl.token)).body).toMatchObject({ balance_cents: 20_00, held_cents: 0 });
  });

  test('adds rejected payouts to the balance until a statement returns them', async () => {
    const [carl, other] = [await newAffiliate(), await newAffiliate()];
    const make = fixtures(api.rows);
    const insertPaidStatement = async (month: string, paid_cents: number) => {
      const sums = { entries_cents: paid_cents, paid_cents };
      const statement_id = await make.statement({ affiliate_id: carl.id, month, ...sums });
      return make.payout({ statement_id, amount_cents: paid_cents });
    };
    const balanceOf = async ({ token }: { readonly token: string }) =>
      ((await get(accountPath, token)).body as { balance_cents: number }).balance_cents;
    const payouts = [
      await insertPaidStatement('2025-10-01', 6_00),
      await insertPaidStatement('2025-11-01', 5_00),
    ];
    expect(await balanceOf(carl)).toBe(0);
    for (const id of payouts) await reject(api.rows, id, '2025-12-10T00:00:00Z');
    expect([await balanceOf(carl), await balanceOf(other)]).toEqual([11_00, 0]);
    const statement_id = await make.statement({
      affiliate_id: carl.id,
      month: '2025-12-01',
      entries_cents: 6_00,
      paid_cents: 0,
      closing_cents: 6_00,
    });
    await api.rows(
      'insert into statement_returns (payout_id, statement_id, affiliate_id) values ($1, $2, $3)',
      [payouts[0], statement_id, carl.id],
    );
    expect(await balanceOf(carl)).toBe(11_00);
  });

  test('an affiliate sets and clears the payment email, and each change is in the history', async () => {
    const { id, token, uid } = await newAffiliate({ payoutEmail: null });
    const other = await newAffiliate();
    const setPayoutEmail = (email: unknown) =>
      api.call('PUT', '/api/affiliates/payout-email', { email }, { token });
    const first = await setPayoutEmail(' new@mail.example ');
    expect(first).toMatchObject({ status: 200, body: { payout_email: 'new@mail.example', version: 2 } });
    expect((await setPayoutEmail('new@mail.example')).body).toMatchObject({ version: 2 });
    expect((await get(accountPath, other.token)).body).toMatchObject({ payout_email: 'pay@mail.example' });
    expect((await setPayoutEmail(null)).body).toMatchObject({
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

  test.each(['nobody', '=cmd@mail.example', '|a@mail.example'])(
    'rejects the payment email %j',
    async (email) => {
      const { token } = await newAffiliate();
      const answer = await api.call('PUT', '/api/affiliates/payout-email', { email }, { token });
      expect(answer.status).toBe(422);
    },
  );

  test('an admin sets the payment email and the minimum; a change of an older version is refused', async () => {
    const { id, token: ownToken } = await newAffiliate();
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
      body: { code: 'edit-conflict' },
    });
    expect((await put(terms, ownToken)).status).toBe(403);
    expect((await put({ no_minimum: true })).status).toBe(422);
    expect(await get(`${accountPath}?affiliate=${id}`, admin)).toMatchObject({
      status: 200,
      body: { no_minimum: true, version: 2 },
    });
    const log = "select action from audit_log where entity_id = $1 and action = 'affiliate.payout'";
    expect(await api.rows(log, [id])).toHaveLength(1);
  });

  test('the payment email and the minimum of a closed affiliate cannot be changed', async () => {
    const { id } = await newAffiliate();
    await api.rows(
      'update affiliates set closed_at = now(), email = null, payout_email = null, date_activated = null where id = $1',
      [id],
    );
    const terms = { payout_email: 'pay@mail.example', no_minimum: true };
    const answer = await api.call('PUT', `/api/affiliates/${id}/payout`, terms, { token: admin });
    expect(answer).toMatchObject({ status: 404, body: { code: 'affiliate-not-found' } });
    expect(await api.rows('select payout_email, no_minimum from affiliates where id = $1', [id])).toEqual([
      { payout_email: null, no_minimum: false },
    ]);
  });
});
