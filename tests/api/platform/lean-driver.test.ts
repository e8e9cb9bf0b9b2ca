import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { neonConfig } from '@neondatabase/serverless';
import { type SQL, sql } from 'drizzle-orm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { leanDriver } from '../../../netlify/lean-driver.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { connectNeon } from '../../../src/server/db/neon.ts';
import { postgresError } from '../../../src/server/db/errors.ts';
import { userProfiles } from '../../../src/server/db/schema/user-profiles.ts';
import { latestReport } from '../../../src/server/reconciliation/latest-report.ts';
import { type NeonStandIn, startNeonStandIn } from '../../../stack/neon/neon-stand-in.ts';
import { inProject } from '../../../stack/paths.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { unique } from '../mint.ts';
import { openPostgres, type Postgres } from '../neon.ts';

interface Bundled {
  readonly connectNeon: typeof connectNeon;
  readonly neonConfig: typeof neonConfig;
}

const folder = temporaryFolder();
let postgres: Postgres;
let standIn: NeonStandIn;
/** The server's connection with the driver as it is bundled, and with the one that the package has. */
let lean: Database;
let whole: Database;

/** The connection with its driver, bundled as the functions are. */
const bundle = async (): Promise<{ readonly module: Bundled; readonly bytes: number }> => {
  const outfile = path.join(folder, 'neon.mjs');
  const { metafile } = await build({
    stdin: {
      contents: `export { connectNeon } from './src/server/db/neon.ts';
        export { neonConfig } from '@neondatabase/serverless';`,
      resolveDir: inProject(),
    },
    absWorkingDir: inProject(),
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    plugins: [leanDriver],
  });
  const [output] = Object.values(metafile.outputs);
  const driver = Object.entries(output?.inputs ?? {}).find(([file]) => file.includes('@neondatabase'));
  const module = (await import(pathToFileURL(outfile).href)) as Bundled;
  return { module, bytes: driver?.[1].bytesInOutput ?? 0 };
};

let bytes: number;
beforeAll(async () => {
  postgres = await openPostgres();
  standIn = await startNeonStandIn(inject('postgresUrl'));
  const bundled = await bundle();
  bytes = bundled.bytes;
  for (const config of [bundled.module.neonConfig, neonConfig]) standIn.configure(config);
  const times = { statementMs: 30_000 };
  lean = bundled.module.connectNeon(postgres.url, times);
  whole = connectNeon(postgres.url, times);
});
afterAll(async () => {
  await standIn.stop();
  await postgres.close();
});

const values = [
  `null`,
  `true`,
  `-42`,
  `9007199254740993::bigint`,
  `1234.50::numeric`,
  `0.1::float8`,
  `'Zoë “said” \\ it''s'`,
  `'{"deep": [1, null, {"text": "ä"}]}'::jsonb`,
  `'[1.5, "two"]'::json`,
  `array['plain', 'with, comma', null, '"']`,
  `array[1, 2]`,
  `'0192f0c4-7b1e-7a2b-8c3d-4e5f60718293'::uuid`,
  `'2026-02-03T04:05:06.789123Z'::timestamptz`,
  `'2026-02-03T04:05:06'::timestamp`,
  `'2026-02-03'::date`,
  `'1 day 02:03:04.5'::interval`,
  `'\\x00ff'::bytea`,
  `array['2026-02-03T04:05:06Z'::timestamptz]`,
];

describe('the driver without its WebSockets', () => {
  test('is a quarter of it', () => {
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(40_000);
  });

  test.each(values)('gives %s as the whole driver does', async (value) => {
    const statement = sql.raw(`select ${value} as value`);
    const rowsOf = async (db: Database, asked: SQL) => [await db.execute(asked), await db.batch([asked])];
    expect(JSON.stringify(await rowsOf(lean, statement))).toBe(
      JSON.stringify(await rowsOf(whole, statement)),
    );
  });

  test('writes and reads the columns of a table', async () => {
    const row = {
      userId: unique(),
      name: 'Zoë',
      email: null,
      createdAt: new Date('2026-02-03T04:05:06.789Z'),
    };
    const { userId: id, name, email, createdAt, version } = userProfiles;
    const written = await lean
      .insert(userProfiles)
      .values(row)
      .returning({ userId: id, name, email, createdAt, version });
    expect(written).toEqual([{ ...row, version: 1 }]);
  });

  test('gives the days of a report, wherever the server’s clock is', async () => {
    await postgres.rows(
      `insert into reconciliations (id, first_day, last_day, compared, differences, made_at)
       values (gen_random_uuid(), '2026-03-01', '2026-03-02', 0, '[]', now())`,
    );
    const { TZ } = process.env;
    process.env.TZ = 'Pacific/Auckland';
    try {
      expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(-780);
      expect(await latestReport({ db: lean })).toMatchObject({
        first_day: '2026-03-01',
        last_day: '2026-03-02',
      });
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });

  test('undoes all of a batch when one statement fails, and tells the constraint', async () => {
    const userId = unique();
    const insert = sql`insert into user_profiles (id, user_id) values (gen_random_uuid(), ${userId})`;
    const refused: unknown = await lean.batch([insert, insert]).catch((error: unknown) => error);
    expect(postgresError(refused)).toMatchObject({
      code: '23505',
      constraint: 'user_profiles_user_key',
      detail: expect.stringContaining(userId) as string,
    });
    expect(await postgres.rows('select from user_profiles where user_id = $1', [userId])).toEqual([]);
  });
});
