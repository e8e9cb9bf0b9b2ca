import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn } from '../accounts.ts';
import { type Api, openEmbedded, startApi, type TestDatabase } from '../harness.ts';
import { payable } from '../statements/ledger-maker.ts';
import { now, payoutCalls } from './payout-calls.ts';

let database: TestDatabase;
let api: Api;
let admin: string;
beforeAll(async () => {
  admin = await signIn('admin');
});
beforeEach(async () => {
  database = await openEmbedded();
  api = await startApi({ database, now: () => now });
  return () => api.close();
});
const { post, get, close, proposed } = payoutCalls(() => ({ database, api, admin }));

test('the list is by state and month, in pages, and says which balances have nowhere to go', async () => {
  const [one = '', two = '', three = ''] = await proposed(3);
  await post('approve', { ids: [two] });
  const unpayable = await payable(api.rows, { payoutEmail: null });
  await unpayable.earn('2025-09-02T00:00:00Z', 150_00);
  await close('2025-09');
  const listed = async (query: string) =>
    ((await get(query)).body as { payouts: { id: string }[] }).payouts.map(({ id }) => id);
  expect((await listed('?state=proposed')).sort()).toEqual([one, three].sort());
  expect(await listed('?state=approved&month=2025-08')).toEqual([two]);
  expect(await listed('?month=2025-09')).toEqual([]);
  const first = await get('?limit=2');
  expect(first.headers.get('x-total-count')).toBe('3');
  const next = await get(`?limit=2&cursor=${first.headers.get('x-next-cursor') ?? ''}`);
  expect(next.body).toMatchObject({ payouts: [{}], unpaid: [] });
  const balance = {
    affiliate: { id: unpayable.id, code: unpayable.code },
    month: '2025-09',
    closing_cents: 150_00,
    reason: 'no-payout-email',
  };
  expect(first.body).toMatchObject({ unpaid: [balance] });
  expect((await get('?month=2025-08')).body).toMatchObject({ unpaid: [] });
});
