import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotSchema } from '../../../../drizzle/additive.ts';
import * as schema from '../../../../src/server/frame/db/schema/schema.ts';
import { inProject } from '../../../../stack/paths.ts';
import { laterTags, migrationTags } from '../../../migration-tags.ts';
import { readAllRows } from './all-rows.ts';
import { type EmptyDatabase, openEmpty } from './empty-database.ts';
import { migrateStepwise } from './migrate-stepwise.ts';

let database: EmptyDatabase;
let changes: Awaited<ReturnType<typeof migrateStepwise>>;
beforeAll(async () => {
  database = await openEmpty();
  changes = await migrateStepwise(database.pool);
});
afterAll(() => database.close());

test('no migration since the baseline changes or deletes a row', () => {
  expect(changes).toEqual(Object.fromEntries(laterTags.map((tag) => [tag, []])));
});

test('the sample rows cover every table', async () => {
  const empty = [...(await readAllRows(database.pool))].filter(([, rows]) => rows.size === 0);
  expect(empty.map(([table]) => table)).toEqual([]);
});

test('the sample rows give every column a value', async () => {
  const empty = [...(await readAllRows(database.pool))].flatMap(([table, rows]) => {
    const all = [...rows.values()];
    return Object.keys(all[0] ?? {})
      .filter((name) => all.every((row) => row[name] === null))
      .map((name) => `${table}.${name}`);
  });
  expect(empty).toEqual([]);
});

async function readNewestSnapshot(): Promise<unknown> {
  const file = `drizzle/migrations/meta/${migrationTags.at(-1)?.slice(0, 4) ?? ''}_snapshot.json`;
  return JSON.parse(await readFile(inProject(file), 'utf8'));
}

test('the migrations create the tables of src/server/frame/db/schema', async () => {
  expect(await generateMigration(await readNewestSnapshot(), generateDrizzleJson(schema))).toEqual([]);
});

test('the newest snapshot has the columns of the database', async () => {
  const { tables } = snapshotSchema.parse(await readNewestSnapshot());
  const expected = Object.values(tables).flatMap(({ name, columns }) =>
    Object.entries(columns).map(([column, { notNull }]) => `${name}.${column}${notNull ? ' not null' : ''}`),
  );
  const { rows } = await database.pool.query<{ found: string }>(
    `select table_name || '.' || column_name || case is_nullable when 'NO' then ' not null' else '' end as found
     from information_schema.columns where table_schema = 'public'`,
  );
  expect(rows.map(({ found }) => found).sort()).toEqual(expected.sort());
});
