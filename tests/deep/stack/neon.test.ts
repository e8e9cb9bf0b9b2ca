import { neon, neonConfig, Pool } from '@neondatabase/serverless';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NeonStandIn, startNeonStandIn } from '../../../stack/neon/neon-stand-in.ts';
import { type Postgres, startPostgres } from '../../../stack/postgres/postgres.ts';

let postgres: Postgres;
let standIn: NeonStandIn;
let url: string;
let pool: Pool;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase('neon test');
  standIn = await startNeonStandIn(postgres.url);
  standIn.configure(neonConfig);
  neonConfig.poolQueryViaFetch = true;
  pool = new Pool({ connectionString: url });
}, 120_000);

afterAll(async () => {
  await pool.end();
  await standIn.stop();
  await postgres.stop();
});

describe('a single query over HTTP', () => {
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
});
