import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { payable } from '../statements/ledger-maker.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';

const now = new Date('2025-10-03T12:00:00Z');

let database: NeonDatabase;
let api: Api;
let admin: string;
beforeAll(async () => {
  setLongTimeouts();
  database = await openNeon();
  [api, admin] = await Promise.all([startApi({ database, now: () => now }), signIn('admin')]);
});
afterAll(() => api.close());

const post = async (action: string, body: unknown) => {
  const { status, body: answer } = await api.call('POST', `/api/payouts/${action}`, body, { token: admin });
  return { status, changed: (answer as { changed?: string[] }).changed ?? [] };
};
const runConcurrently = <T>(count: number, make: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => make(turn)));

test('concurrent approvals and rejections in any order change each payout once, with an audit entry each', async () => {
  const people = await runConcurrently(6, () => payable(api.rows));
  for (const { earn } of people) await earn('2025-08-05T00:00:00Z', 120_00);
  await closeMonth({ db: database.db, now }, '2025-08');
  const ids = await Promise.all(people.map(async ({ payouts }) => String((await payouts())[0]?.id)));
  const answers = await runConcurrently(20, (turn) => {
    const orderedIds = turn % 3 ? ids : ids.toReversed();
    return turn % 2
      ? post('approve', { ids: orderedIds })
      : post('reject', { ids: orderedIds.slice(turn % 4), reason: 'Race' });
  });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const steps = answers.flatMap(({ changed }, turn) => changed.map((id) => `${id} ${String(turn % 2)}`));
  expect(new Set(steps).size).toBe(steps.length);
  expect(new Set(answers.flatMap(({ changed }) => changed))).toEqual(new Set(ids));
  expect(await api.rows("select 1 as one from audit_log where entity = 'payout'")).toHaveLength(steps.length);
});

test('concurrent reports of one transaction for different payouts mark one payout as paid', async () => {
  const people = await runConcurrently(4, () => payable(api.rows));
  for (const { earn } of people) await earn('2025-09-05T00:00:00Z', 120_00);
  await closeMonth({ db: database.db, now }, '2025-09');
  const ids = await Promise.all(people.map(async ({ payouts }) => String((await payouts())[0]?.id)));
  expect((await post('approve', { ids })).changed).toHaveLength(4);
  const answers = await runConcurrently(12, (turn) =>
    post('paid', { items: [{ id: ids[turn % 4], transactionId: 'ONE' }] }),
  );
  expect(answers.flatMap(({ changed }) => changed)).toHaveLength(1);
  expect(await api.rows("select 1 as one from payouts where state = 'paid'")).toHaveLength(1);
});
