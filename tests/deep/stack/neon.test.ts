import { neon, neonConfig, NeonDbError, Pool } from '@neondatabase/serverless';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/neon-serverless';
import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NeonStandIn, startNeonStandIn } from '../../../stack/neon/neon-stand-in.ts';
import { type Postgres, startPostgres } from '../../../stack/postgres/postgres.ts';

const things = pgTable('things', {
  id: uuid().primaryKey(),
  name: text().notNull().unique('things_name_key'),
  count: integer().notNull(),
  data: jsonb().$type<{ deep: { list: (number | null)[]; text: string } }>().notNull(),
  tags: text().array().notNull(),
  madeAt: timestamp('made_at', { withTimezone: true, mode: 'date' }).notNull(),
  note: text(),
});

const sample = {
  id: '0192f0c4-7b1e-7a2b-8c3d-4e5f60718293',
  name: 'Zoë "quoted" \\ back',
  count: -42,
  data: { deep: { list: [1, null, 2.5], text: "it's" } },
  tags: ['plain', 'with, comma', 'with "quotes"', ''],
  madeAt: new Date('2026-02-03T04:05:06.789Z'),
  note: null,
};

let postgres: Postgres;
let standIn: NeonStandIn;
let url: string;
let pool: Pool;
const requestedUrls: string[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase('neon test');
  standIn = await startNeonStandIn(postgres.url);
  standIn.configure(neonConfig);
  neonConfig.poolQueryViaFetch = true;
  neonConfig.fetchFunction = (...args: Parameters<typeof fetch>) => {
    requestedUrls.push(String(args[0]));
    return fetch(...args);
  };
  pool = new Pool({ connectionString: url });
  await pool.query(
    `CREATE TABLE things (id uuid PRIMARY KEY, name text NOT NULL CONSTRAINT things_name_key UNIQUE,
     count int NOT NULL, data jsonb NOT NULL, tags text[] NOT NULL, made_at timestamptz NOT NULL, note text)`,
  );
}, 120_000);

afterAll(async () => {
  await pool.end();
  await standIn.stop();
  await postgres.stop();
});

const uniqueViolation = { cause: { code: '23505', constraint: 'things_name_key', severity: 'ERROR' } };

describe('a single query over HTTP', () => {
  test('returns every type as it was written', async () => {
    const db = drizzle(pool);
    requestedUrls.length = 0;
    await db.insert(things).values(sample);
    expect(await db.select().from(things).where(eq(things.id, sample.id))).toEqual([sample]);
    expect(requestedUrls).toEqual(Array(2).fill(`http://127.0.0.1:${standIn.port}/sql`));
    await db.delete(things);
  });

  test('returns the code and the constraint of a unique violation', async () => {
    const db = drizzle(pool);
    await db.insert(things).values(sample);
    requestedUrls.length = 0;
    const duplicate = db.insert(things).values({ ...sample, id: '0192f0c4-7b1e-7a2b-8c3d-000000000000' });
    await expect(duplicate).rejects.toMatchObject(uniqueViolation);
    await expect(duplicate).rejects.toHaveProperty('cause', expect.any(NeonDbError));
    expect(requestedUrls.length).toBeGreaterThan(0);
    await db.delete(things);
  });

  test('returns rows, command and fields', async () => {
    const result = await pool.query('SELECT $1::int AS n, $2::text AS t', [7, null]);
    expect(result).toMatchObject({ command: 'SELECT', rowCount: 1, rows: [{ n: 7, t: null }] });
    expect(result.fields.map(({ name, dataTypeID }) => [name, dataTypeID])).toEqual([
      ['n', 23],
      ['t', 25],
    ]);
  });

  test('refuses two statements in one text, as Neon does', async () => {
    await expect(pool.query('SELECT 1; SELECT 2')).rejects.toMatchObject({ code: '42601' });
  });

  test('leaves no setting for the next query', async () => {
    await pool.query("SET statement_timeout = '1234ms'");
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { rows } = await pool.query('SHOW statement_timeout');
        expect(rows).toEqual([{ statement_timeout: '0' }]);
      }),
    );
  });

  test('returns the code of the error for a missing database', async () => {
    const missing = new Pool({ connectionString: url.replace('neon%20test', 'nowhere') });
    await expect(missing.query('SELECT 1')).rejects.toMatchObject({ code: '3D000' });
    await missing.end();
  });
});

describe('a batch over HTTP', () => {
  const sql = () => neon(url);

  test('is one transaction with the requested isolation level', async () => {
    const run = sql();
    const [level, readOnly] = await run.transaction(
      [run`SHOW transaction_isolation`, run`SHOW transaction_read_only`],
      { isolationLevel: 'Serializable', readOnly: true, deferrable: true },
    );
    expect(level).toEqual([{ transaction_isolation: 'serializable' }]);
    expect(readOnly).toEqual([{ transaction_read_only: 'on' }]);
  });

  test('is undone completely if a statement fails', async () => {
    const run = sql();
    const insert = (id: string) =>
      run`INSERT INTO things VALUES (${id}, 'same', 1, ${{ a: 1 }}, ${['x']}, now(), NULL)`;
    const batch = run.transaction([insert(sample.id), insert('0192f0c4-7b1e-7a2b-8c3d-000000000000')]);
    await expect(batch).rejects.toMatchObject({ code: '23505', constraint: 'things_name_key' });
    expect(await run`SELECT count(*)::int AS n FROM things`).toEqual([{ n: 0 }]);
  });
});
