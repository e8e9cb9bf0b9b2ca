import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Snapshot, snapshotSchema, whatBreaks } from '../../../drizzle/additive.ts';
import { inProject } from '../../../stack/paths.ts';

const read = (file: string): unknown =>
  JSON.parse(readFileSync(inProject('drizzle/migrations/meta', file), 'utf8'));
const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) });
const tags = journal.parse(read('_journal.json')).entries.map(({ tag }) => tag);
const snapshotOf = (tag: string): Snapshot => snapshotSchema.parse(read(`${tag.slice(0, 4)}_snapshot.json`));

/** The schema that was deployed first: tables and guards were written together. */
const first = '0001_guards';

/**
 * What migrations ask more of than the schema before, and why the code before can leave it alone. Another line needs such
 * a reason; one without is a release that expands, and a later one that contracts.
 */
const reasoned: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0002_lists_and_forgetting': {
    'changes the foreign key affiliate_activations_affiliate_id_affiliates_id_fk on affiliate_activations':
      'it deletes with the record instead of refusing',
    'changes the foreign key payout_email_changes_affiliate_id_affiliates_id_fk on payout_email_changes':
      'it deletes with the record instead of refusing',
  },
  '0005_events': {
    'changes the check commission_entries_sign on commission_entries':
      'it says the same of every kind of entry that was known, and lets the new kind have either sign',
  },
  '0006_payouts': {
    'adds the check payouts_rejected on payouts':
      'a trigger fills rejected_at where the code does not know of it',
    'adds the check statements_returned on statements': 'the default of the new column fulfils it',
    'adds the check statements_carried on statements': 'the new column may be null',
  },
  '0008_money_guards': {
    'adds the check payouts_exported on payouts': 'both new columns may be null',
  },
  '0018_buyer_account': {
    'drops the unique key payments_sequence_key of payments':
      'payments are unique by PayPal’s id, and no statement names the key in `on conflict`',
  },
};

describe('the code before can leave alone what is added by', () => {
  test.each(tags.slice(tags.indexOf(first) + 1))('%s', (tag) => {
    const before = tags[tags.indexOf(tag) - 1] ?? first;
    expect([...whatBreaks(snapshotOf(before), snapshotOf(tag))].sort()).toEqual(
      Object.keys(reasoned[tag] ?? {}).sort(),
    );
  });
});

test('reasons are given for migrations that there are', () => {
  expect(tags).toEqual(expect.arrayContaining(Object.keys(reasoned)));
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
const changed = (change: object): Snapshot => ({ ...before, tables: { t: { ...table, ...change } } });
const withColumn = (name: string, column: object): Snapshot =>
  changed({ columns: { ...table.columns, [name]: { ...text, ...column } } });

describe('found to break the code before:', () => {
  test.each<[string, Snapshot]>([
    ['drops the table t', { ...before, tables: {} }],
    ['drops the column t.kept', changed({ columns: { filled: table.columns.filled, renamed: text } })],
    ['changes the type of t.kept', withColumn('kept', { type: 'varchar(10)' })],
    ['makes t.kept not null', withColumn('kept', { notNull: true })],
    ['takes the default of t.filled', withColumn('filled', { type: 'integer', notNull: true })],
    ['adds t.new, not null without a default', withColumn('new', { notNull: true })],
    ['changes the check size on t', changed({ checkConstraints: { size: { value: 'a > 1' } } })],
    ['adds the check more on t', changed({ checkConstraints: { ...table.checkConstraints, more: {} } })],
    ['adds the foreign key f on t', changed({ foreignKeys: { f: {} } })],
    [
      'adds the unique index other on t',
      changed({ indexes: { ...table.indexes, other: { isUnique: true } } }),
    ],
    ['drops the unique key key of t', changed({ indexes: { plain: { isUnique: false } } })],
    ['adds the unique key k on t', changed({ uniqueConstraints: { k: {} } })],
    ['drops y of e', { ...before, enums: { e: { name: 'e', values: ['x'] } } }],
  ])('%s', (line, after) => {
    expect(whatBreaks(before, after)).toEqual([line]);
  });
});

test('tables, columns that may be left out, plain indexes and more values of an enum break nothing', () => {
  const { t } = withColumn('new', {}).tables;
  const after: Snapshot = {
    tables: {
      ...(t && { t: { ...t, indexes: { ...table.indexes, plain2: { isUnique: false } } } }),
      u: { ...table, name: 'u' },
    },
    enums: { e: { name: 'e', values: ['x', 'z', 'y'] } },
  };
  expect(whatBreaks(before, after)).toEqual([]);
});
