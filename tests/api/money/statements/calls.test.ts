import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';
import { payable, reject } from './ledger-maker.ts';

const now = new Date('2025-12-15T12:00:00Z');
const path = '/api/affiliates/statements';

let database: TestDatabase;
let api: Api;
let admin: string;
let ada: Awaited<ReturnType<typeof payable>>;
let adasToken: string;
let piasToken: string;

beforeAll(async () => {
  database = await createTestDatabase();
  [api, admin] = await Promise.all([startApi({ database, now: () => now }), signIn('admin')]);
  const [adasAccount, piasAccount] = [await newConfirmedAccount(), await newConfirmedAccount()];
  [adasToken, piasToken] = [adasAccount.token, piasAccount.token];
  ada = await payable(api.rows, { email: adasAccount.email });
  await payable(api.rows, { email: piasAccount.email });
  const annual = {
    plan_id: 'annual',
    type: 'subscription',
    state: 'active',
    payer_email: 'buyer@mail.example',
  };
  const first = await ada.earn('2025-08-02T10:00:00Z', 12_50, annual);
  const second = await ada.earn('2025-08-03T10:00:00Z', 200_00);
  await api.rows('update payments set is_renewal = true where id = $1', [second.payment]);
  await ada.takeBack(first.payment, '2025-08-20T10:00:00Z', 5_00, { base_cents: 20_00 });
  const renewal = await fixtures(api.rows).payment({
    purchase_id: first.purchase,
    sequence: 2,
    is_renewal: true,
    paid_at: '2025-09-02T10:00:00Z',
  });
  await fixtures(api.rows).entry({
    affiliate_id: ada.id,
    payment_id: renewal,
    amount_cents: 5_00,
    base_cents: 49_99,
    rate_basis_points: 1_000,
    terms_version: '2025-08',
    occurred_at: '2025-09-02T10:00:00Z',
  });
  await closeMonth({ db: database.db, now }, '2025-08');
  await reject(api.rows, (await ada.payouts())[0]?.id, '2025-09-10T00:00:00Z');
  await closeMonth({ db: database.db, now }, '2025-09');
});
afterAll(() => api.close());

const get = (to: string, token: string) => api.call('GET', to, undefined, { token });

const august = {
  id: expect.any(String) as unknown,
  month: '2025-08',
  opening_cents: 0,
  entries_cents: 207_50,
  returned_cents: 0,
  paid_cents: 207_50,
  closing_cents: 0,
  carried_reason: null,
  payout_state: 'rejected',
  paid_at: null,
  payout_result: null,
  payout_result_at: null,
};
const september = {
  ...august,
  month: '2025-09',
  entries_cents: 212_50,
  returned_cents: 207_50,
  paid_cents: 212_50,
  payout_state: 'proposed',
};

describe('an affiliate’s statements', () => {
  test('are listed newest first, to the affiliate and to an admin', async () => {
    const affiliate = { id: ada.id, name: 'Minted', email: ada.email, code: ada.code };
    expect((await get(path, adasToken)).body).toEqual({
      affiliate,
      statements: [september, august],
      years: [],
    });
    expect((await get(`${path}?affiliate=${ada.id}`, adasToken)).status).toBe(200);
    expect((await get(`${path}?affiliate=${ada.id.toUpperCase()}`, admin)).body).toEqual({
      affiliate,
      statements: [september, august],
      years: [],
    });
  });

  test('of a closed affiliate are readable for an admin, without an email', async () => {
    const closed = await payable(api.rows);
    await api.rows(
      "update affiliates set closed_at = now(), email = null, payout_email = null, date_activated = null, name = 'Closed account' where id = $1",
      [closed.id],
    );
    expect((await get(`${path}?affiliate=${closed.id}`, admin)).body).toEqual({
      affiliate: { id: closed.id, name: 'Closed account', email: null, code: closed.code },
      statements: [],
      years: [],
    });
  });

  test('explain each entry in words, and list returned payouts', async () => {
    const { body } = await get(`${path}/2025-08`, adasToken);
    expect(body).toMatchObject({
      ...august,
      affiliate: { id: ada.id, code: ada.code },
      threshold_cents: 100_00,
      payout_email: 'pay@mail.example',
      transaction_id: null,
      returns: [],
      entries: [
        {
          date: '2025-08-02T10:00:00.000Z',
          plan: 'Annual Subscription',
          amount_cents: 12_50,
          explanation: '25% of $49.99 (first payment)',
        },
        {
          plan: 'Basic',
          amount_cents: 200_00,
          sequence: 1,
          explanation: expect.stringContaining('renewal') as string,
        },
        {
          kind: 'refund',
          amount_cents: -5_00,
          paid_at: '2025-08-02T10:00:00.000Z',
          explanation: '25% of $20.00 refunded (first payment on 8/2/2025)',
        },
      ],
    });
    expect((await get(`${path}/2025-09?affiliate=${ada.id}`, admin)).body).toMatchObject({
      ...september,
      returns: [{ month: '2025-08', amount_cents: 207_50 }],
      entries: [{ explanation: '10% of $49.99 (renewal)' }],
    });
  });

  test('as CSV add up from the opening to the closing balance', async () => {
    const answer = await get(`${path}/2025-08?format=csv`, adasToken);
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="statement-2025-08-2025-12-15.csv"',
    );
    const text = String(answer.body);
    const rows = parseCsv(text) ?? [];
    expect(rows[0]).toEqual(['date', 'plan', 'kind', 'amount_usd', 'explanation']);
    expect(rows.slice(1).map(([, , kind, amount]) => [kind, amount])).toEqual([
      ['opening', '0.00'],
      ['commission', '12.50'],
      ['commission', '200.00'],
      ['refund', '-5.00'],
      ['paid', '-207.50'],
      ['closing', '0.00'],
    ]);
    const septemberRows = parseCsv(String((await get(`${path}/2025-09?format=csv`, adasToken)).body)) ?? [];
    expect(septemberRows).toContainEqual([
      '',
      '',
      'returned',
      '207.50',
      'The payout for 2025-08 was returned to the balance',
    ]);
  });

  test('do not name buyers', async () => {
    const all = await Promise.all(
      [`${path}/2025-08`, `${path}/2025-08?format=csv`].map((to) => get(to, adasToken)),
    );
    expect(JSON.stringify(all.map(({ body }) => body))).not.toMatch(/buyer|payer/i);
  });
});

describe('statements are 404', () => {
  test('for another affiliate, with the same answer as for a missing affiliate', async () => {
    for (const suffix of ['?', '/2025-08?', '/2025-08?format=csv&']) {
      const fetchFor = (id: string) => get(`${path}${suffix}affiliate=${id}`, piasToken);
      const ofAda = await fetchFor(ada.id);
      const missing = await fetchFor('0199a3c1-5b20-7d11-8a4e-2f7b6c0d9e10');
      expect(ofAda).toMatchObject({ status: 404, body: { code: 'affiliate-not-found' } });
      const { requestId: _, ...missingBody } = missing.body as Record<string, unknown>;
      expect(ofAda.body).toMatchObject(missingBody);
    }
  });

  test('for a month without a statement, and a month that does not exist', async () => {
    for (const month of ['2025-07', '2025-13', '0000-01', '2025-8'])
      expect(await get(`${path}/${month}`, adasToken)).toMatchObject({
        status: 404,
        body: { code: 'statement-not-found' },
      });
  });
});
