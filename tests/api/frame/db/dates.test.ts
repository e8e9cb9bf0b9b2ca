import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPostgres } from '../../../../stack/postgres/connect.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';

let neon: NeonDatabase;
let postgres: ReturnType<typeof connectPostgres>;
beforeAll(async () => {
  neon = await openNeon();
  postgres = connectPostgres(neon.url, { connections: 1 });
});
afterAll(async () => {
  await postgres.close();
  await neon.close();
});

test.each(['neon', 'postgres'] as const)(
  'dates and times are PostgreSQL’s text with the driver %s',
  async (name) => {
    const { db } = name === 'neon' ? neon : postgres;
    const statement = sql`select date '2026-01-02' as day, timestamptz '2026-01-02T03:04:05.678901Z' as at`;
    const [alone, [together]] = await Promise.all([
      db.execute(statement),
      db.atomically((tx) => [tx.execute(statement)]),
    ]);
    for (const [row] of [alone, together])
      expect(row).toEqual({ day: '2026-01-02', at: expect.stringMatching(/05\.678901\+00$/) as string });
  },
);
