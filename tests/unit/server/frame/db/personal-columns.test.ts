import { readFileSync } from 'node:fs';
import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { registeredTables } from '../../../../../src/server/frame/db/personal-columns.ts';
import * as schema from '../../../../../src/server/frame/db/schema/schema.ts';
import { inProject } from '../../../../../stack/paths.ts';

const tables = Object.values(schema).flatMap((table) => (is(table, PgTable) ? [table] : []));
const words = registeredTables.flatMap(({ columns }) =>
  Object.values(columns).flatMap(({ words: own }) => own ?? []),
);

test('every column of the database is registered once, as personal or as not personal', () => {
  expect(new Set(registeredTables.map(({ table }) => table))).toEqual(new Set(tables));
  for (const { table, other, columns } of registeredTables) {
    const stored = Object.entries(getTableColumns(table)).filter(([, { generated }]) => !generated);
    const registered = [...Object.keys(columns), ...other.split(' ').filter(Boolean)];
    expect(registered.sort()).toEqual(stored.map(([key]) => key).sort());
  }
});

describe.each([
  ['the privacy policy', 'src/content/pages/privacy-policy.md'],
  ['the data principles', 'src/content/pages/data-principles.md'],
  ['the answer about deletion', 'src/content/questions/delete-data.md'],
])('%s', (_text, file) => {
  const text = readFileSync(inProject(file), 'utf8').replaceAll(/\s+/g, ' ');

  test.each([...new Set(words)])('names the personal data “%s”', (name) => {
    expect(text).toMatch(new RegExp(`\\b${name}\\b`, 'i'));
  });
});
