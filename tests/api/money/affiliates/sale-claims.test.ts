import { afterAll, beforeAll, expect, test } from 'vitest';
import { retentions, sweepRows } from '../../../../src/server/frame/db/sweep-rows.ts';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { newAffiliate, unique } from '../../factories.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';

let api: Api;
let database: NeonDatabase;
beforeAll(async () => {
  database = await openNeon();
  api = await startApi({ database });
});
afterAll(() => api.close());

const day = '2025-09-03';

interface ListedClaim {
  readonly id: string;
  readonly order_number: string;
  readonly day: string;
  readonly state: string;
}

async function newReporter(activeFrom?: null) {
  const { email, token } = await newConfirmedAccount();
  const affiliate = await newAffiliate(api.rows, { email, ...(activeFrom === null && { activeFrom }) });
  const report = (order_number: unknown, soldOn: unknown = day) =>
    api.call('POST', '/api/sale-claims', { order_number, day: soldOn }, { token });
  const list = async () => {
    const { body } = await api.call('GET', '/api/affiliates/entries', undefined, { token });
    return (body as { readonly sale_claims: readonly ListedClaim[] }).sale_claims;
  };
  return { ...affiliate, report, list };
}

test('an affiliate reports a sale once, and reads only its number, its day and its state', async () => {
  const { report, list } = await newReporter();
  const other = await newReporter();
  expect(await list()).toEqual([]);
  const { status, body } = await report(' 8ab 123\u2013x ');
  const claim = { order_number: '8AB123-X', day, state: 'open' };
  expect([status, body]).toEqual([200, { id: expect.any(String) as unknown, ...claim }]);
  expect((await report('8AB123-X', '2025-09-04')).body).toEqual(body);
  expect(await list()).toEqual([body]);
  expect(await other.list()).toEqual([]);
});

test('a report without a number or a day, or by nobody active, is refused', async () => {
  const { report } = await newReporter();
  expect(await report(' ', '2025-02-30')).toMatchObject({
    status: 422,
    body: {
      fields: [
        { field: 'order_number', message: 'Enter the order number' },
        { field: 'day', message: 'Enter the date of the sale' },
      ],
    },
  });
  const inactive = await newReporter(null);
  expect(await inactive.report('8AB1')).toMatchObject({ status: 409, body: { code: 'affiliate-inactive' } });
  const { token } = await newConfirmedAccount();
  expect(await api.call('POST', '/api/sale-claims', { order_number: '8AB1', day }, { token })).toMatchObject({
    status: 404,
    body: { code: 'affiliate-not-found' },
  });
});

test('fifty reports at once leave five open', async () => {
  const { report, list } = await newReporter();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => report(`N${String(number)}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { body } of refused) expect(body).toMatchObject({ code: 'too-many-sale-claims' });
  expect(await list()).toHaveLength(5);
});

test('the answer, and the work behind it, are the same for every order number', async () => {
  const reporter = await newReporter();
  const { purchase, payment } = fixtures(api.rows);
  const newNumber = () => unique().toUpperCase();
  const [own, others, unsold, paid] = [newNumber(), newNumber(), newNumber(), newNumber()];
  await purchase({ provider_id: own, affiliate_id: reporter.id, affiliate_code: reporter.code });
  const { id: affiliate_id, code: affiliate_code } = await newAffiliate(api.rows);
  await purchase({ provider_id: others, affiliate_id, affiliate_code });
  await payment({ provider_id: paid, purchase_id: await purchase({ provider_id: unsold }) });
  const guesses = [own, others, unsold, paid, 'INVENTED'];
  for (const guess of guesses) {
    database.requests.count = 0;
    const { status, body } = await reporter.report(guess);
    expect([status, database.requests.count]).toEqual([200, 1]);
    expect(body).toEqual({ id: expect.any(String) as unknown, order_number: guess, day, state: 'open' });
  }
  expect(new Set((await reporter.list()).map(({ state }) => state))).toEqual(new Set(['open']));
});

test('a settled report is deleted after 90 days, and every report with the closed affiliate', async () => {
  const { id, list } = await newReporter();
  const { other, statement } = fixtures(api.rows);
  const now = new Date();
  const settled = (days: number) => ({
    state: 'not-credited',
    settled_at: new Date(now.getTime() - days * 86_400_000).toISOString(),
  });
  for (const columns of [settled(89.9), settled(90.1), { created_at: '2025-01-01T00:00:00Z' }])
    await other('sale_claims', { affiliate_id: id, order_number: unique(), day, ...columns });
  await sweepRows({ db: database.db, now }, retentions.sale_claims);
  expect((await list()).map(({ state }) => state)).toEqual(['open', 'not-credited']);

  await statement({ affiliate_id: id });
  const token = await signIn('admin');
  expect((await api.call('DELETE', `/api/affiliates/${id}`, undefined, { token })).status).toBe(204);
  expect(await api.rows('select 1 from sale_claims where affiliate_id = $1', [id])).toEqual([]);
});
