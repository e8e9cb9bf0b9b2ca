import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type NeonDatabase, openNeon, openPostgres, type Postgres } from '../../neon.ts';
import { payable } from './ledger-maker.ts';

const now = new Date('2026-01-15T00:00:00Z');

let database: NeonDatabase;
let postgres: Postgres;
beforeAll(async () => {
  database = await openNeon();
  postgres = await openPostgres();
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

test('four concurrent closings, while entries arrive, write each month, entry and payout once', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => payable(database.rows)));
  for (const { earn } of people) await earn('2025-08-10T00:00:00Z', 60_00);
  const insertions = people.flatMap(({ earn }) =>
    [8, 9, 10, 11].map((month) => earn(`2025-${String(month).padStart(2, '0')}-20T00:00:00Z`, 25_00)),
  );
  const closings = Array.from({ length: 4 }, () => closeMonth({ db: database.db, now }, '2025-11'));
  const [closed] = await Promise.all([Promise.all(closings), Promise.all(insertions)]);
  expect(
    closed
      .flat()
      .map(({ month }) => month)
      .sort(),
  ).toEqual(['2025-08', '2025-09', '2025-10', '2025-11']);

  await closeMonth({ db: database.db, now }, '2025-12');
  for (const { id, statements, payouts } of people) {
    const statementRows = await statements();
    const [{ entries } = {}] = await database.rows(
      'select count(*)::int as entries from statement_entries where affiliate_id = $1',
      [id],
    );
    expect(entries).toBe(5);
    const paidCents = (await payouts()).reduce((sum, { cents }) => sum + Number(cents), 0);
    expect(paidCents + Number(statementRows.at(-1)?.closing)).toBe(160_00);
  }
});

test('closing an affiliate during the closing of a month leaves no payment email', async () => {
  const make = fixtures(postgres.rows);
  const { id: affiliate_id } = await payable(postgres.rows);
  const statement_id = await make.statement({ affiliate_id });
  const [closer, forgetter] = [
    new pg.Client({ connectionString: postgres.url }),
    new pg.Client({ connectionString: postgres.url }),
  ];
  await Promise.all([closer.connect(), forgetter.connect()]);
  await closer.query('begin');
  await closer.query('select id from affiliates where id = $1 for share', [affiliate_id]);
  await closer.query(
    `insert into payouts (id, statement_id, amount_cents, payout_email)
     values (gen_random_uuid(), $1, 600, 'pay@mail.example')`,
    [statement_id],
  );
  const forgetting = forgetter.query(
    `update affiliates set closed_at = now(), email = null, payout_email = null, date_activated = null
     where id = $1`,
    [affiliate_id],
  );
  await closer.query('select pg_sleep(0.2)');
  await closer.query('commit');
  await forgetting;
  await Promise.all([closer.end(), forgetter.end()]);
  expect(
    await postgres.rows('select payout_email from payouts where statement_id = $1', [statement_id]),
  ).toEqual([{ payout_email: null }]);
});

test('the database rejects entries of a closed month, and payouts that differ from their statement', async () => {
  const make = fixtures(database.rows);
  const ada = await payable(database.rows);
  await ada.earn('2025-12-20T00:00:00Z', 150_00);
  await closeMonth({ db: database.db, now: new Date('2026-02-01T00:00:00Z') }, '2026-01');
  const [{ id: statement } = {}] = await database.rows(
    "select id from statements where affiliate_id = $1 and month = '2026-01-01'",
    [ada.id],
  );
  const late = await ada.earn('2025-12-21T00:00:00Z', 10_00);
  const closed = { code: '23001', constraint: 'statements_month_open' };
  const addEntry = (statementId: unknown) =>
    database.rows('insert into statement_entries values ($1, $2, $3)', [statementId, late.entry, ada.id]);
  await expect(addEntry(statement)).rejects.toMatchObject(closed);
  const { id: pia } = await payable(database.rows);
  await expect(make.statement({ affiliate_id: pia, month: '2025-09-01' })).rejects.toMatchObject(closed);
  await expect(make.statement({ affiliate_id: pia, month: '2026-01-01' })).rejects.toMatchObject(closed);
  const open = await make.statement({ affiliate_id: pia, month: '2026-02-01' });
  for (const amount_cents of [599, 601])
    await expect(make.payout({ statement_id: open, amount_cents })).rejects.toMatchObject({
      code: '23514',
      constraint: 'payouts_amount',
    });
  await make.payout({ statement_id: open, amount_cents: 600 });
});
