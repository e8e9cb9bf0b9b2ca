import { readFileSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import * as schema from '../../../../../src/server/frame/db/schema/schema.ts';
import { inProject } from '../../../../../stack/paths.ts';
import { otherColumns, personalKinds } from './personal-columns.ts';

const columnsOfDatabase = Object.values(schema).flatMap((table) => {
  if (!is(table, PgTable)) return [];
  const { name, columns } = getTableConfig(table);
  return columns.map((column) => `${name}.${column.name}`);
});
const personalColumns = personalKinds.flatMap(({ columns }) => columns);
const nonPersonalColumns = Object.entries(otherColumns).flatMap(([table, names]) =>
  names.split(' ').map((name) => `${table}.${name}`),
);

test('every column of the database is named once, as personal or as not personal', () => {
  expect(columnsOfDatabase.length).toBeGreaterThan(150);
  expect([...personalColumns, ...nonPersonalColumns].sort()).toEqual(columnsOfDatabase.sort());
});

describe.each([
  ['the privacy policy', 'src/content/pages/privacy-policy.md'],
  ['the data principles', 'src/content/pages/data-principles.md'],
  ['the answer about deletion', 'src/content/questions/delete-data.md'],
])('%s', (_text, file) => {
  const text = readFileSync(inProject(file), 'utf8').replaceAll(/\s+/g, ' ');

  test.each(personalKinds)('names the personal data “$words”', ({ words }) => {
    expect(text).toMatch(new RegExp(`\\b${words}\\b`, 'i'));
  });
});
