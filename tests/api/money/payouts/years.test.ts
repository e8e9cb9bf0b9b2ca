import { expect, test } from 'vitest';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { payable } from '../statements/ledger-maker.ts';
import { payoutScene } from './payout-calls.ts';

const { scene, close, approve } = payoutScene();

test('the paid sums of an affiliate are added up by UTC year, on the statements and in the admin’s CSV; returned payouts count for nothing', async () => {
  const { rows } = scene.api;
  const [one, other] = [await payable(rows), await payable(rows)];
  await one.earn('2025-08-05T00:00:00Z', 150_00);
  await one.earn('2025-09-05T00:00:00Z', 200_00);
  await other.earn('2025-09-05T00:00:00Z', 220_00);
  await close('2025-09');
  const pay = async (id: unknown, paidAt: string) => {
    await approve([String(id)]);
    await rows("update payouts set state = 'paid', transaction_id = $2, paid_at = $3 where id = $1", [
      id,
      `T-${paidAt}-${String(id)}`,
      paidAt,
    ]);
  };
  const [august, september] = (await one.payouts()).map(({ id }) => id);
  await pay(august, '2025-12-31T23:59:59Z');
  await pay(september, '2026-01-01T00:00:00Z');
  const [returned] = (await other.payouts()).map(({ id }) => id);
  await pay(returned, '2026-01-01T00:00:00Z');
  await rows(
    "update payouts set state = 'approved', paid_at = null, result = 'returned', result_at = '2026-01-31' where id = $1",
    [returned],
  );

  const read = (path: string) => scene.api.call('GET', path, undefined, { token: scene.admin });
  const years = [
    { year: 2026, paid_cents: 200_00, payouts: 1 },
    { year: 2025, paid_cents: 150_00, payouts: 1 },
  ];
  expect((await read(`/api/affiliates/statements?affiliate=${one.id}`)).body).toMatchObject({ years });
  expect((await read(`/api/affiliates/statements?affiliate=${other.id}`)).body).toMatchObject({ years: [] });
  expect((await read(`/api/affiliates/statements/2025-08?affiliate=${one.id}`)).body).toMatchObject({
    paid_year: years[1],
  });
  expect((await read(`/api/affiliates/statements/2025-09?affiliate=${other.id}`)).body).toMatchObject({
    paid_year: null,
    transaction_id: null,
    payout_result: 'returned',
  });
  const answer = await read('/api/payouts/years');
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="payouts-by-year-2025-10-03.csv"',
  );
  const [owner] = await rows('select code, name, email from affiliates where id = $1', [one.id]);
  const person = [owner?.code, owner?.name, owner?.email];
  expect(parseCsv(String(answer.body))).toEqual([
    ['code', 'name', 'email', 'year', 'paid_usd', 'payouts'],
    [...person, '2026', '200.00', '1'],
    [...person, '2025', '150.00', '1'],
  ]);
});
