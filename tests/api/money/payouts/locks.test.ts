import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { payoutReference } from '../../../../src/shared/payout-file.ts';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { unique } from '../../factories.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';

let database: NeonDatabase;
let api: Api;
let token: string;
beforeAll(async () => {
  database = await openNeon();
  [api, token] = await Promise.all([startApi({ database }), signIn('admin')]);
});
afterAll(() => api.close());

const call = (method: string, path: string, body?: object) => api.call(method, path, body, { token });

/** Creates three approved payouts of an affiliate. Their ids have the reverse order of their dates and of their insertion. */
const createApprovedPayouts = async () => {
  const make = fixtures(api.rows);
  const affiliate = await make.affiliate();
  const tail = unique()
    .replaceAll(/[^0-9a-f]/g, '0')
    .padEnd(12, '0')
    .slice(0, 12);
  const ids = ['1', '2', '3'].map((digit) => `00000000-0000-7000-800${digit}-${tail}`);
  for (const [index, id] of ids.toReversed().entries()) {
    const month = `2025-0${String(index + 1)}-01`;
    const statement_id = await make.statement({ affiliate_id: affiliate, month });
    await make.payout({ id, statement_id, created_at: `${month}T00:00:00Z` });
  }
  await api.rows(
    "update payouts set state = 'approved', approved_by = 'a', approved_at = now() where id = any ($1)",
    [ids],
  );
  return { affiliate, ids };
};

const countWaitingCalls = async () => {
  const [row] = await api.rows(
    "select count(*)::int as calls from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return row?.calls;
};

/**
 * Locks the middle payout, makes the calls, and releases the lock once all of them wait for a lock. Calls that
 * lock the payouts in different orders deadlock then.
 */
const callWhileLocked = async (
  middle: string | undefined,
  calls: readonly (() => ReturnType<typeof call>)[],
) => {
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from payouts where id = $1 for update', [middle]);
    const answers = calls.map((begin) => begin());
    await expect.poll(countWaitingCalls, { timeout: 10_000 }).toBe(calls.length);
    await holder.query('commit');
    return await Promise.all(answers);
  } finally {
    holder.release(true);
  }
};

test('an export and an approval of the same payouts do not deadlock', async () => {
  const { ids } = await createApprovedPayouts();
  const [exported, approval] = await callWhileLocked(ids[1], [
    () => call('POST', '/api/payouts/export'),
    () => call('POST', '/api/payouts/approve', { ids }),
  ]);
  expect([exported?.status, approval?.status]).toEqual([200, 200]);
  const references = parseCsv(String(exported?.body))?.map(([, , , reference]) => reference);
  expect(references).toEqual(ids.toReversed().map(payoutReference));
});

test('an approval and the deletion of the affiliate do not deadlock', async () => {
  const { affiliate, ids } = await createApprovedPayouts();
  const [forgotten, approval] = await callWhileLocked(ids[1], [
    () => call('DELETE', `/api/affiliates/${affiliate}`),
    () => call('POST', '/api/payouts/approve', { ids }),
  ]);
  expect([forgotten?.status, approval?.status]).toEqual([204, 200]);
});
