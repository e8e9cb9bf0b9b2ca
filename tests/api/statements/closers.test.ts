import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth } from '../../../src/server/domain/statement/close-month.ts';
import { fixtures } from '../database/fixtures.ts';
import { type NeonDatabase, openNeon, openPostgres, type Postgres } from '../neon.ts';
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

test('four closers at once on PostgreSQL, while entries still arrive: each month once, each entry once, each payout once', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => payable(database.rows)));
  for (const { earn } of people) await earn('2025-08-10T00:00:00Z', 60_00);
  const arriving = people.flatMap(({ earn }) =>
    [8, 9, 10, 11].map((month) => earn(`2025-${String(month).padStart(2, '0')}-20T00:00:00Z`, 25_00)),
  );
  const closing = Array.from({ length: 4 }, () => closeMonth({ db: database.db, now }, '2025-11'));
  const [closed] = await Promise.all([Promise.all(closing), Promise.all(arriving)]);
  expect(
    closed
      .flat()
      .map(({ month }) => month)
      .sort(),
  ).toEqual(['2025-08', '2025-09', '2025-10', '2025-11']);

  await closeMonth({ db: database.db, now }, '2025-12');
  for (const { id, statements, payouts } of people) {
    const found = await statements();
    const [{ entries } = {}] = await database.rows(
      'select count(*)::int as entries from statement_entries where affiliate_id = $1',
      [id],
    );
    expect(entries).toBe(5);
    const paid = (await payouts()).reduce((sum, { cents }) => sum + Number(cents), 0);
    expect(paid + Number(found.at(-1)?.closing)).toBe(160_00);
  }
});

test('an affiliate who is closed while a month is keeps no address, whoever comes first', async () => {
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
