import { describe, expect, test } from 'vitest';
import { closeMonths } from '../../../../src/server/money/statements/close-month.ts';
import { booksScene } from './books-scene.ts';
import { reject } from './ledger-maker.ts';

const { scene, close, newPayable } = booksScene();
const closedMonths = async () => {
  const months = "select to_char(month, 'YYYY-MM') as month from closed_months order by month";
  return (await scene.database.rows(months)).map(({ month }) => month);
};

describe('closeMonth', () => {
  test('throws for a month until its last millisecond is over', async () => {
    const ada = await newPayable();
    await ada.earn('2025-08-02T00:00:00Z', 100_00);
    await expect(close('2025-08', '2025-08-31T23:59:59.999Z')).rejects.toMatchObject({
      code: 'month-not-over',
    });
    expect(await closedMonths()).toEqual([]);
    expect(await close('2025-08', '2025-09-01T00:00:00Z')).toHaveLength(1);
  });

  test('closes the earlier open months first, even empty ones; closeMonths closes every month that is over', async () => {
    const ada = await newPayable();
    await ada.earn('2025-08-02T00:00:00Z', 100_00);
    await ada.earn('2025-12-02T00:00:00Z', 5_00);
    const context = { db: scene.database.db, now: new Date('2026-02-01T00:00:00Z') };
    expect((await closeMonths(context)).map(({ month, statements }) => [month, statements])).toEqual([
      ['2025-08', 1],
      ['2025-09', 0],
      ['2025-10', 0],
      ['2025-11', 0],
      ['2025-12', 1],
      ['2026-01', 1],
    ]);
    expect(await closeMonths(context)).toEqual([]);
    expect(await closedMonths()).toHaveLength(6);
    await expect(
      scene.database.rows("insert into closed_months (month) values ('2026-03-01')"),
    ).rejects.toMatchObject({ code: '23514', constraint: 'closed_months_order' });
  });
});

test('the database keeps closed months and returned payouts, and returns only rejected payouts', async () => {
  const ada = await newPayable();
  await ada.earn('2025-08-02T00:00:00Z', 120_00);
  await close('2025-08');
  const [payout] = await ada.payouts();
  await expect(
    scene.database.rows(
      `insert into statement_returns (payout_id, statement_id, affiliate_id)
       select payouts.id, statement_id, affiliate_id from payouts join statements on statements.id = statement_id`,
    ),
  ).rejects.toMatchObject({ constraint: 'statement_returns_rejected' });
  await reject(scene.database.rows, payout?.id, '2025-09-05T00:00:00Z');
  await expect(
    scene.database.rows("update payouts set state = 'proposed', rejected_at = null where id = $1", [
      payout?.id,
    ]),
  ).rejects.toMatchObject({ constraint: 'payouts_transition' });
  await close('2025-09');
  for (const table of ['closed_months', 'statement_returns'])
    for (const statement of [`delete from ${table}`, `truncate ${table}`])
      await expect(scene.database.rows(statement)).rejects.toMatchObject({ code: '23001' });
});
