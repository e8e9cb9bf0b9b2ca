import { afterAll, beforeAll, expect, test } from 'vitest';
import { retentions, sweepRows } from '../../../src/server/frame/db/sweep-rows.ts';
import { limits } from '../../../src/shared/limits.ts';
import { createTestDatabase, type TestDatabase } from '../harness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the sweep deletes many counters in several statements', async () => {
  const now = new Date('2026-02-02T12:00:00Z');
  await database.rows(
    "insert into rate_limits (key, window_start) select 'flood' || n, '2026-01-01T00:00:00Z' from generate_series(1, 25) as n",
  );
  expect(await sweepRows({ db: database.db, now }, retentions.rate_limits, 10)).toBe(25);
  expect(await database.rows('select key from rate_limits')).toEqual([]);
});

test('the sweep deletes counters after a day, and the window of every limit is shorter than half a day', async () => {
  const now = new Date('2026-03-02T12:00:00Z');
  await database.rows(
    `insert into rate_limits (key, window_start) values
      ('kept', '2026-03-01T12:00:00Z'), ('gone', '2026-03-01T11:59:59Z'), ('new', '2026-03-02T11:45:00Z')`,
  );
  expect(await sweepRows({ db: database.db, now }, retentions.rate_limits)).toBe(1);
  expect(await database.rows('select key from rate_limits order by key')).toEqual([
    { key: 'kept' },
    { key: 'new' },
  ]);
  for (const { windowSeconds } of Object.values(limits.perTarget))
    expect(2 * windowSeconds).toBeLessThan(24 * 60 * 60);
});
