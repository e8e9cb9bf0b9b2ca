import { expect, test } from 'vitest';
import { payable } from '../statements/ledger-maker.ts';
import { payoutScene } from './payout-calls.ts';

const { scene, get, close, proposed, approve } = payoutScene();

test('lists payouts by state and month, in pages, and unpaid balances with the largest first', async () => {
  const [one = '', two = '', three = ''] = await proposed(3);
  await approve([two]);
  const unpayable = await payable(scene.api.rows, { payoutEmail: null });
  await unpayable.earn('2025-09-02T00:00:00Z', 150_00);
  const less = await payable(scene.api.rows, { payoutEmail: null });
  await less.earn('2025-09-02T00:00:00Z', 140_00);
  const small = await payable(scene.api.rows, { payoutEmail: null });
  await small.earn('2025-09-02T00:00:00Z', 5_00);
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
  expect(first.body).toMatchObject({ unpaid: [balance, { affiliate: { id: less.id } }] });
  expect((await get('?month=2025-08')).body).toMatchObject({ unpaid: [] });
});
