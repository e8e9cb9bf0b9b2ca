import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../../../drizzle/migrate-database.ts';
import { normalizeEmail } from '../../../../src/shared/email.ts';
import { migratePostgres } from '../../../builds/postgres-database.ts';
import { unique } from '../../factories.ts';

const name = `turkish_${unique()}`;
const url = new URL(`/${name}`, inject('postgresUrl')).href;
const pool = new pg.Pool({ connectionString: url, max: 1 });
beforeAll(async () => {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  await server.query(
    `create database ${name} locale_provider icu icu_locale 'tr-TR' encoding 'UTF8' template template0`,
  );
  await server.end();
  await migratePostgres(url);
});
afterAll(() => pool.end());

test('normalise_email gives the same in a database with Turkish letters', async () => {
  const { rows: letters } = await pool.query(`select lower('I') as letter`);
  expect(letters).toEqual([{ letter: 'ı' }]);
  for (const email of [
    ' INFO@Kithbook.example ',
    'I.D+X@GMAIL.COM',
    'İZMİR@mail.example',
    'ÉMILE@mail.example',
  ]) {
    const { rows } = await pool.query('select normalise_email($1) as key', [email]);
    expect(rows).toEqual([{ key: normalizeEmail(email) }]);
  }
});

test('db:migrate refuses a database with Turkish letters', async () => {
  await expect(migrateDatabase(url)).rejects.toThrow('lowercases letters differently than English');
});
