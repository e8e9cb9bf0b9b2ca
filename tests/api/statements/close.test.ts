import { beforeEach, describe, expect, test } from 'vitest';
import { closeMonth } from '../../../src/server/domain/statement/close-month.ts';
import { closeMonths } from '../../../src/server/domain/statement/close-months.ts';
import { openEmbedded, type TestDatabase } from '../harness.ts';
import { hold, payable, reject } from './ledger-maker.ts';

let database: TestDatabase;
/** Each test has its books to itself: months are closed for everybody at once. */
beforeEach(async () => {
  database = await openEmbedded();
  return () => database.close();
});

const close = (month: string, now = '2026-12-31T00:00:00Z') =>
  closeMonth({ db: database.db, now: new Date(now) }, month);
const newPayable = (options?: Parameters<typeof payable>[1]) => payable(database.rows, options);
const monthsClosed = async () =>
  (await database.rows("select to_char(month, 'YYYY-MM') as month from closed_months order by month")).map(
    ({ month }) => month,
  );

describe('a balance is paid out', () => {
  test('when it reaches 100.00 to the cent: 8 × 12.50 pay, 99.99 do not', async () => {
    const [ada, pia] = [await newPayable(), await newPayable({ payoutEmail: 'pia@mail.example' })];
    for (let day = 1; day <= 8; day += 1) await ada.earn(`2025-08-0${String(day)}T12:00:00Z`, 12_50);
    await pia.earn('2025-08-31T23:59:59.999Z', 99_99);
    expect(await close('2025-08')).toEqual([
      { month: '2025-08', statements: 2, payouts: 1, paid_cents: 100_00 },
    ]);
    const line = { month: '2025-08', opening: 0, returned: 0 };
    expect(await ada.statements()).toEqual([
      { ...line, entries: 100_00, paid: 100_00, closing: 0, reason: null },
    ]);
    expect(await ada.payouts()).toMatchObject([
      { state: 'proposed', cents: 100_00, email: 'pay@mail.example' },
    ]);
    expect(await pia.statements()).toEqual([
      { ...line, entries: 99_99, paid: 0, closing: 99_99, reason: 'below-minimum' },
    ]);
    expect(await pia.payouts()).toEqual([]);
  });

  test('with what was carried over, in the month that it reaches the minimum', async () => {
    const ada = await newPayable();
    await ada.earn('2025-08-02T00:00:00Z', 99_99);
    await ada.earn('2025-10-02T00:00:00Z', 1);
    await close('2025-10');
    const none = { entries: 0, returned: 0, paid: 0 };
    expect(await ada.statements()).toEqual([
      { ...none, month: '2025-08', opening: 0, entries: 99_99, closing: 99_99, reason: 'below-minimum' },
      { ...none, month: '2025-09', opening: 99_99, closing: 99_99, reason: 'below-minimum' },
      { ...none, month: '2025-10', opening: 99_99, entries: 1, paid: 100_00, closing: 0, reason: null },
    ]);
    expect(await ada.payouts()).toMatchObject([{ cents: 100_00 }]);
    await close('2025-12');
    expect(await ada.statements()).toHaveLength(3);
  });

  test('whatever it is for an affiliate with no minimum, but not when it is negative', async () => {
    const [ada, pia] = [await newPayable(), await newPayable()];
    await database.rows('update affiliates set no_minimum = true where id = any ($1)', [[ada.id, pia.id]]);
    await ada.earn('2025-08-02T00:00:00Z', 1);
    const { payment } = await pia.earn('2025-07-02T00:00:00Z', 20);
    await pia.takeBack(payment, '2025-08-02T00:00:00Z', 20);
    await close('2025-08');
    expect(await ada.payouts()).toMatchObject([{ cents: 1 }]);
    expect(await pia.statements()).toMatchObject([
      { month: '2025-07', paid: 20, closing: 0 },
      { month: '2025-08', opening: 0, entries: -20, paid: 0, closing: -20, reason: 'negative' },
    ]);
  });
});

test('a negative balance carries over until later commissions make up for it', async () => {
  const ada = await newPayable();
  const { payment } = await ada.earn('2025-08-02T00:00:00Z', 120_00);
  await ada.takeBack(payment, '2025-09-03T00:00:00Z', 120_00);
  await ada.earn('2025-10-02T00:00:00Z', 230_00);
  await close('2025-10');
  expect(await ada.statements()).toMatchObject([
    { opening: 0, entries: 120_00, paid: 120_00, closing: 0 },
    { opening: 0, entries: -120_00, paid: 0, closing: -120_00, reason: 'negative' },
    { opening: -120_00, entries: 230_00, paid: 110_00, closing: 0 },
  ]);
});

test('a balance carries over, with the reason, where there is nowhere to pay it to', async () => {
  const [none, closed] = [await newPayable({ payoutEmail: null }), await newPayable()];
  for (const each of [none, closed]) await each.earn('2025-08-02T00:00:00Z', 150_00);
  await database.rows(
    `update affiliates set closed_at = now(), email = null, payout_email = null, date_activated = null
     where id = $1`,
    [closed.id],
  );
  await close('2025-08');
  expect(await none.statements()).toMatchObject([{ paid: 0, closing: 150_00, reason: 'no-payout-email' }]);
  expect(await closed.statements()).toMatchObject([{ paid: 0, closing: 150_00, reason: 'closed' }]);
  await database.rows("update affiliates set payout_email = 'now@mail.example' where id = $1", [none.id]);
  await close('2025-09');
  expect(await none.statements()).toMatchObject([{}, { opening: 150_00, entries: 0, paid: 150_00 }]);
  expect(await none.payouts()).toMatchObject([{ cents: 150_00, email: 'now@mail.example' }]);
});

test('entries on hold wait, and come into the month in which the hold is released, not an earlier one', async () => {
  const ada = await newPayable();
  const held = await ada.earn('2025-08-02T00:00:00Z', 12_50);
  await ada.takeBack(held.payment, '2025-08-20T00:00:00Z', 5_00);
  const late = await ada.earn('2025-08-03T00:00:00Z', 7_00);
  const open = await hold(database.rows, held.payment);
  await hold(database.rows, late.payment, { released: '2025-09-01T00:00:00Z' });
  const inTime = await ada.earn('2025-08-04T00:00:00Z', 1_00);
  await hold(database.rows, inTime.payment, { released: '2025-08-31T23:59:59Z' });
  await close('2025-09');
  expect(await ada.statements()).toMatchObject([{ entries: 1_00 }, { entries: 7_00, closing: 8_00 }]);
  await database.rows(
    "update commission_holds set released_at = '2025-11-15T00:00:00Z', released_by = 'admin' where id = $1",
    [open],
  );
  await close('2025-11');
  expect((await ada.statements()).map(({ month, entries }) => [month, entries])).toEqual([
    ['2025-08', 1_00],
    ['2025-09', 7_00],
    ['2025-10', 0],
    ['2025-11', 7_50],
  ]);
});

test('an entry recorded late, for a month that is closed, stands in the next statement and changes no closed one', async () => {
  const ada = await newPayable();
  await ada.earn('2025-08-02T00:00:00Z', 10_00);
  await close('2025-08');
  const before = await ada.statements();
  await ada.earn('2025-07-31T23:59:59Z', 2_00);
  await ada.earn('2025-08-09T00:00:00Z', 3_00);
  expect(await close('2025-08')).toEqual([]);
  expect(await ada.statements()).toEqual(before);
  await close('2025-09');
  expect(await ada.statements()).toMatchObject([{}, { month: '2025-09', opening: 10_00, entries: 5_00 }]);
  const [{ statements } = {}] = await database.rows(
    'select count(distinct statement_id)::int as statements from statement_entries',
  );
  expect(statements).toBe(2);
});

test('a rejected payout comes back in the statement of the month it was rejected in, once, and is paid again', async () => {
  const ada = await newPayable();
  await ada.earn('2025-08-02T00:00:00Z', 120_00);
  await close('2025-08');
  const [payout] = await ada.payouts();
  await reject(database.rows, payout?.id, '2025-10-05T00:00:00Z');
  await ada.earn('2025-09-09T00:00:00Z', 5_00);
  await close('2025-11');
  expect(await ada.statements()).toEqual([
    { month: '2025-08', opening: 0, entries: 120_00, returned: 0, paid: 120_00, closing: 0, reason: null },
    {
      ...{ month: '2025-09', opening: 0, entries: 5_00, returned: 0, paid: 0, closing: 5_00 },
      reason: 'below-minimum',
    },
    {
      ...{ month: '2025-10', opening: 5_00, entries: 120_00, returned: 120_00, paid: 125_00, closing: 0 },
      reason: null,
    },
  ]);
  expect(await ada.payouts()).toMatchObject([
    { state: 'rejected', cents: 120_00 },
    { state: 'proposed', cents: 125_00 },
  ]);
});

describe('months', () => {
  test('that are not over are never closed, to the millisecond', async () => {
    const ada = await newPayable();
    await ada.earn('2025-08-02T00:00:00Z', 100_00);
    await expect(close('2025-08', '2025-08-31T23:59:59.999Z')).rejects.toMatchObject({
      code: 'month-not-over',
    });
    expect(await monthsClosed()).toEqual([]);
    expect(await close('2025-08', '2025-09-01T00:00:00Z')).toHaveLength(1);
  });

  test('are closed in order, missed ones and empty ones too, and the schedule closes all that are over', async () => {
    const ada = await newPayable();
    await ada.earn('2025-08-02T00:00:00Z', 100_00);
    await ada.earn('2025-12-02T00:00:00Z', 5_00);
    const context = { db: database.db, now: new Date('2026-02-01T00:00:00Z') };
    expect((await closeMonths(context)).map(({ month, statements }) => [month, statements])).toEqual([
      ['2025-08', 1],
      ['2025-09', 0],
      ['2025-10', 0],
      ['2025-11', 0],
      ['2025-12', 1],
      ['2026-01', 1],
    ]);
    expect(await closeMonths(context)).toEqual([]);
    expect(await monthsClosed()).toHaveLength(6);
    await expect(
      database.rows("insert into closed_months (month) values ('2026-03-01')"),
    ).rejects.toMatchObject({ code: '23514', constraint: 'closed_months_order' });
  });

  test('without any entry are closed as well, and a month before the first closed one is', async () => {
    expect(await close('2025-08')).toEqual([{ month: '2025-08', statements: 0, payouts: 0, paid_cents: 0 }]);
    expect(await close('2025-07')).toEqual([]);
    expect(await monthsClosed()).toEqual(['2025-08']);
  });
});

test('closing again changes nothing, row by row', async () => {
  const [ada, pia] = [await newPayable(), await newPayable({ payoutEmail: null })];
  await ada.earn('2025-08-02T00:00:00Z', 100_00);
  await pia.earn('2025-08-02T00:00:00Z', 200_00);
  await close('2025-09');
  const all = () =>
    Promise.all(
      ['statements', 'statement_entries', 'statement_returns', 'payouts', 'closed_months'].map((table) =>
        database.rows(`select * from ${table} order by 1, 2`),
      ),
    );
  const before = await all();
  expect(await close('2025-09')).toEqual([]);
  expect(await close('2025-08')).toEqual([]);
  expect(await all()).toEqual(before);
});

describe('the database', () => {
  test.each(['closed_months', 'statement_returns'])('refuses to change or truncate %s', async (table) => {
    const ada = await newPayable();
    await ada.earn('2025-08-02T00:00:00Z', 120_00);
    await close('2025-08');
    const [payout] = await ada.payouts();
    await reject(database.rows, payout?.id, '2025-09-05T00:00:00Z');
    await close('2025-09');
    expect((await database.rows(`select 1 as one from ${table}`)).length).toBeGreaterThan(0);
    for (const statement of [`delete from ${table}`, `truncate ${table}`])
      await expect(database.rows(statement)).rejects.toMatchObject({ code: '23001' });
  });

  test('lets no payout come back that was not rejected, nor a rejected one be proposed again', async () => {
    const ada = await newPayable();
    await ada.earn('2025-08-02T00:00:00Z', 120_00);
    await close('2025-08');
    const [payout] = await ada.payouts();
    await expect(
      database.rows(
        `insert into statement_returns (payout_id, statement_id, affiliate_id)
         select payouts.id, statement_id, affiliate_id from payouts join statements on statements.id = statement_id`,
      ),
    ).rejects.toMatchObject({ constraint: 'statement_returns_rejected' });
    await reject(database.rows, payout?.id, '2025-09-05T00:00:00Z');
    await expect(
      database.rows("update payouts set state = 'proposed', rejected_at = null where id = $1", [payout?.id]),
    ).rejects.toMatchObject({ constraint: 'payouts_transition' });
  });
});
