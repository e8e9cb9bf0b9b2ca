import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { closeMonth, closeMonths } from '../../../../src/server/money/statements/close-month.ts';
import { programTerms } from '../../../../src/shared/program.ts';
import { unique } from '../../factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness.ts';
import { hold, payable, reject } from './ledger-maker.ts';

// Each test has a database, because closing a month concerns all affiliates.
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  return () => database.close();
});
const close = (month: string, now = '2026-12-31T00:00:00Z') =>
  closeMonth({ db: database.db, now: new Date(now) }, month);
const newPayable = (options?: Parameters<typeof payable>[1]) => payable(database.rows, options);

// histories.test.ts tests the amounts that are carried over, held, taken back and returned.
test('a payout is proposed for a balance of at least 100.00: for 8 × 12.50, but not for 99.99', async () => {
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

test('a month follows the terms of that month, even if it is closed after the terms ended', async () => {
  const [first] = programTerms;
  const begins = Date.UTC(2025, 11, 31, 10);
  programTerms.push({ ...first, version: 'next', begins, minimumPayoutCents: 50_00 });
  onTestFinished(() => {
    programTerms.splice(1);
  });
  const ada = await newPayable();
  await ada.earn('2025-12-02T00:00:00Z', 60_00);
  await close('2026-01');
  expect(
    await database.rows(
      'select threshold_cents, terms_version, paid_cents from statements where affiliate_id = $1 order by month',
      [ada.id],
    ),
  ).toEqual([
    { threshold_cents: 100_00, terms_version: first.version, paid_cents: 0 },
    { threshold_cents: 50_00, terms_version: 'next', paid_cents: 60_00 },
  ]);
});

test('a balance is carried over because it is negative, closed, below the minimum or without an email', async () => {
  const [indebted, closed] = [await newPayable(), await newPayable()];
  const belowMinimum = await newPayable({ payoutEmail: null });
  const withoutEmail = await newPayable({ payoutEmail: null });
  await withoutEmail.earn('2025-08-02T00:00:00Z', 150_00);
  const { payment } = await indebted.earn('2025-07-02T00:00:00Z', 120_00);
  await close('2025-07');
  await indebted.takeBack(payment, '2025-08-02T00:00:00Z', 120_00);
  for (const affiliate of [closed, belowMinimum]) await affiliate.earn('2025-08-02T00:00:00Z', 5_00);
  await database.rows(
    `update affiliates set closed_at = now(), email = null, payout_email = null, date_activated = null
     where id = any ($1)`,
    [[indebted.id, closed.id]],
  );
  await close('2025-08');
  const reasons = [];
  for (const affiliate of [indebted, closed, belowMinimum, withoutEmail])
    reasons.push((await affiliate.statements()).at(-1)?.reason);
  expect(reasons).toEqual(['negative', 'closed', 'below-minimum', 'no-payout-email']);
});

test('entries on hold join the statement of the month in which the hold is released', async () => {
  const ada = await newPayable();
  const held = await ada.earn('2025-08-02T00:00:00Z', 12_50);
  await ada.takeBack(held.payment, '2025-08-20T00:00:00Z', 5_00);
  const late = await ada.earn('2025-08-03T00:00:00Z', 7_00);
  const openHold = await hold(database.rows, held.payment);
  await hold(database.rows, late.payment, { released: '2025-09-01T00:00:00Z' });
  const inTime = await ada.earn('2025-08-04T00:00:00Z', 1_00);
  await hold(database.rows, inTime.payment, { released: '2025-08-31T23:59:59Z' });
  await close('2025-09');
  expect(await ada.statements()).toMatchObject([{ entries: 1_00 }, { entries: 7_00, closing: 8_00 }]);
  await database.rows(
    "update commission_holds set released_at = '2025-11-15T00:00:00Z', released_by = 'admin' where id = $1",
    [openHold],
  );
  await close('2025-11');
  expect((await ada.statements()).map(({ month, entries }) => [month, entries])).toEqual([
    ['2025-08', 1_00],
    ['2025-09', 7_00],
    ['2025-10', 0],
    ['2025-11', 7_50],
  ]);
});

test('entries that take back a commission wait while the payment has entries after the month’s end', async () => {
  const ada = await newPayable();
  const { payment } = await ada.earn('2025-08-02T00:00:00Z', 600);
  await close('2025-08');
  await hold(database.rows, payment);
  await ada.takeBack(payment, '2025-09-30T00:00:00Z', 1500 - 900);
  await ada.takeBack(payment, '2025-10-01T00:00:00Z', -900, { kind: 'adjustment', source: unique() });
  await ada.takeBack(payment, '2025-10-02T00:00:00Z', 900);
  await close('2025-09');
  await close('2025-10');
  expect((await ada.statements()).map(({ entries }) => entries)).toEqual([600, 0, -600]);
});

const closedMonths = async () => {
  const months = "select to_char(month, 'YYYY-MM') as month from closed_months order by month";
  return (await database.rows(months)).map(({ month }) => month);
};

test('closeMonth throws for a month until its last millisecond is over', async () => {
  const ada = await newPayable();
  await ada.earn('2025-08-02T00:00:00Z', 100_00);
  await expect(close('2025-08', '2025-08-31T23:59:59.999Z')).rejects.toMatchObject({
    code: 'month-not-over',
  });
  expect(await closedMonths()).toEqual([]);
  expect(await close('2025-08', '2025-09-01T00:00:00Z')).toHaveLength(1);
});

test('closeMonths closes every month that is over, the earliest first, and even empty ones', async () => {
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
  expect(await closedMonths()).toHaveLength(6);
  await expect(
    database.rows("insert into closed_months (month) values ('2026-03-01')"),
  ).rejects.toMatchObject({ code: '23514', constraint: 'closed_months_order' });
});

test('the database keeps closed months and returned payouts, and returns only rejected payouts', async () => {
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
  await close('2025-09');
  for (const table of ['closed_months', 'statement_returns'])
    for (const statement of [`delete from ${table}`, `truncate ${table}`])
      await expect(database.rows(statement)).rejects.toMatchObject({ code: '23001' });
});
