import { expect, test } from 'vitest';
import { payable } from '../statements/ledger-maker.ts';
import { now, payoutScene } from './payout-calls.ts';

const { scene, get, post, close, createProposed, approve } = payoutScene();

test('lists payouts by state and month, in pages, and unpaid balances with the largest first', async () => {
  const [one = '', two = '', three = ''] = await createProposed(3);
  await approve([two]);
  const unpayable = await payable(scene.api.rows, { payoutEmail: null });
  await unpayable.earn('2025-09-02T00:00:00Z', 150_00);
  const smaller = await payable(scene.api.rows, { payoutEmail: null });
  await smaller.earn('2025-09-02T00:00:00Z', 140_00);
  const belowMinimum = await payable(scene.api.rows, { payoutEmail: null });
  await belowMinimum.earn('2025-09-02T00:00:00Z', 5_00);
  await close('2025-09');
  const listIds = async (query: string) =>
    ((await get(query)).body as { payouts: { id: string }[] }).payouts.map(({ id }) => id);
  expect((await listIds('?state=proposed')).sort()).toEqual([one, three].sort());
  expect(await listIds('?state=approved&month=2025-08')).toEqual([two]);
  expect(await listIds('?month=2025-09')).toEqual([]);
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
  expect(first.body).toMatchObject({ unpaid: [balance, { affiliate: { id: smaller.id } }] });
  expect((await get('?month=2025-08')).body).toMatchObject({ unpaid: [] });
});

test('adds up the payouts of a month by their step, counts the anomalies of proposed payouts, and lists the open months', async () => {
  expect((await get()).body).toEqual({ payouts: [], unpaid: [], run: null, open_months: [] });
  const [proposedId = '', approvedId = '', exportedId = '', paidId = '', rejectedId = ''] =
    await createProposed(5);
  await approve([approvedId, exportedId, paidId]);
  await post('paid', { items: [{ id: paidId, transactionId: 'T1' }] });
  await post('reject', { ids: [rejectedId], reason: 'Under review' });
  await scene.api.rows("update payouts set exported_at = now(), exported_by = 'admin' where id = $1", [
    exportedId,
  ]);
  await scene.api.rows('update payouts set payout_email = null where id = $1', [proposedId]);
  const onePayout = (cents: number) => ({ count: 1, cents });
  const august = {
    month: '2025-08',
    closed_at: now.toISOString(),
    proposed: onePayout(100_00),
    flagged: onePayout(100_00),
    anomalies: [
      { code: 'no-address', count: 1 },
      { code: 'first-payout', count: 1 },
    ],
    approved: onePayout(101_00),
    exported: onePayout(102_00),
    paid: onePayout(103_00),
    rejected: onePayout(104_00),
  };
  const openMonths = [{ month: '2025-08', count: 3, cents: 303_00 }];
  expect((await get()).body).toMatchObject({ run: august, open_months: openMonths });
  await createProposed(1, '2025-09');
  const { body } = await get('?state=paid');
  expect(body).toMatchObject({
    payouts: [{ id: paidId }],
    run: { month: '2025-09', proposed: onePayout(100_00) },
    open_months: [{ month: '2025-09', count: 1, cents: 100_00 }, ...openMonths],
  });
  const first = await get('?month=2025-08&limit=1');
  const next = await get(`?month=2025-08&limit=1&cursor=${first.headers.get('x-next-cursor') ?? ''}`);
  for (const answer of [first, next]) expect(answer.body).toMatchObject({ run: august });
  expect((await get('?month=2025-10')).body).toMatchObject({
    run: { month: '2025-10', closed_at: null, proposed: { count: 0, cents: 0 } },
  });
});
