import { execFile } from 'node:child_process';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProject } from '../../../../stack/paths.ts';
import { migrateDatabase, whyNotMigrated } from '../../../../drizzle/migrate-database.ts';
import { type EmptyDatabase, openEmpty } from './empty-database.ts';
import { migrations } from '../../../migration-tags.ts';
import { cleanEnv } from '../../../clean-env.ts';

let database: EmptyDatabase;
beforeAll(async () => {
  database = await openEmpty();
});
afterAll(async () => {
  await database.close();
});

it('db:migrate turns off JIT for all later connections to the database', async () => {
  await migrateDatabase(database.url);
  const later = new pg.Client({ connectionString: database.url });
  await later.connect();
  const { rows } = await later.query('show jit');
  await later.end();
  expect(rows).toEqual([{ jit: 'off' }]);
});

it('db:migrate brings an empty PostgreSQL to the newest schema, and can be repeated', async () => {
  await migrateDatabase(database.url);
  await migrateDatabase(database.url);
  const newest = await database.pool.query(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  expect(newest.rows).toEqual([{ newest: String(Math.max(...migrations.map(({ when }) => when))) }]);
  const unknown = new URL(database.url);
  unknown.pathname = '/nowhere';
  const failure: unknown = await migrateDatabase(unknown.href).catch((error: unknown) => error);
  expect(whyNotMigrated(failure)).toBe('database "nowhere" does not exist');
});

const password = 'not-to-be-read';

it('db:migrate prints one line without the password for an address where nobody answers', async () => {
  const address = `postgres://keeper:${password}@127.0.0.1:9/books`;
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    const env = cleanEnv({ DATABASE_URL: address });
    execFile(process.execPath, [inProject('drizzle/migrate.ts')], { env }, (error, out, err) => {
      resolve({ code: error ? error.code : 0, output: out + err });
    });
  });
  expect([code, output.trim().split('\n')]).toEqual([3, [expect.stringContaining('ECONNREFUSED')]]);
  expect(output).not.toContain(password);
});
