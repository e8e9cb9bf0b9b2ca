import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breakingChanges, type Snapshot, snapshotSchema } from '../../../drizzle/additive.ts';
import { inProject } from '../../../stack/paths.ts';
import { laterTags, migrationTags } from '../../migration-tags.ts';

/**
 * Breaking changes of a migration, each with the reason why the previous code survives it. A change without such a reason
 * takes two releases: in the first the code stops using the object, in the second a migration drops it.
 */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0009_applications': {
    'adds the check affiliates_promotion_length on affiliates':
      'the previous code leaves the new column null',
    'adds the check affiliates_declined_reason on affiliates': 'the previous code leaves the new column null',
  },
  '0011_mail': {
    'adds the check purchases_receipt_email_length on purchases':
      'the previous code leaves the new column null',
  },
  '0014_payout_results': {
    'adds the check payouts_result on payouts': 'the previous code changes neither of the new columns',
  },
  '0017_leaving': {
    'adds the check affiliates_left_inactive on affiliates':
      'the previous code never sets the new column, and may not activate an affiliate who left',
  },
};

function readSnapshot(tag: string | undefined): Snapshot {
  const file = inProject(`drizzle/migrations/meta/${tag?.slice(0, 4) ?? ''}_snapshot.json`);
  return snapshotSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

test('each migration since the baseline only adds, except for breaking changes with a reason', () => {
  const found = laterTags.map((tag) => {
    const before = readSnapshot(migrationTags[migrationTags.indexOf(tag) - 1]);
    return [tag, [...breakingChanges(before, readSnapshot(tag))].sort()];
  });
  const expected = laterTags.map((tag) => [tag, Object.keys(reasons[tag] ?? {}).sort()]);
  expect(found).toEqual(expected);
  expect(laterTags).toEqual(expect.arrayContaining(Object.keys(reasons)));
});

const text = { type: 'text', notNull: false };
const table = {
  name: 't',
  columns: { kept: text, filled: { type: 'integer', notNull: true, default: 0 } },
  indexes: { plain: { isUnique: false }, key: { isUnique: true } },
  foreignKeys: {},
  compositePrimaryKeys: {},
  uniqueConstraints: {},
  checkConstraints: { size: { value: 'a > 0' } },
};
const before: Snapshot = { tables: { t: table }, enums: { e: { name: 'e', values: ['x', 'y'] } } };
const withTable = (change: object): Snapshot => ({ ...before, tables: { t: { ...table, ...change } } });
const withColumn = (name: string, column: object): Snapshot =>
  withTable({ columns: { ...table.columns, [name]: { ...text, ...column } } });

describe('reports a migration that', () => {
  test.each<[string, Snapshot]>([
    ['drops the table t', { ...before, tables: {} }],
    ['drops the column t.kept', withTable({ columns: { filled: table.columns.filled, renamed: text } })],
    ['changes the type of t.kept', withColumn('kept', { type: 'varchar(10)' })],
    ['makes t.kept not null', withColumn('kept', { notNull: true })],
    ['drops the default of t.filled', withColumn('filled', { type: 'integer', notNull: true })],
    ['adds t.new, not null without a default', withColumn('new', { notNull: true })],
    ['adds the check more on t', withTable({ checkConstraints: { ...table.checkConstraints, more: {} } })],
    ['drops the unique key key of t', withTable({ indexes: { plain: { isUnique: false } } })],
    ['drops y of e', { ...before, enums: { e: { name: 'e', values: ['x'] } } }],
  ])('%s', (line, after) => {
    expect(breakingChanges(before, after)).toEqual([line]);
  });
});
