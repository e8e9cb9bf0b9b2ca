import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snapshotSchema } from '../../../drizzle/additive.ts';
import { dumpSchema } from '../../../stack/postgres/dump.ts';
import * as schema from '../../../src/server/db/schema/schema.ts';
import { inProject } from '../../../stack/paths.ts';
import { openPostgres } from '../neon.ts';
import { type EmptyDatabase, openEmpty } from './empty-database.ts';
import { type AllRows, readAllRows, whatChanged } from './all-rows.ts';
import { migrationTags, walkVersions } from './walk-versions.ts';

/** What a migration changes in rows that are there, on purpose; everything else it leaves as it is. */
const changedOnPurpose: Readonly<Record<string, readonly string[]>> = {
  // Events lose what they say of people, closed records' payouts their address; Gmail alone folds spellings.
  '0003_forgetting': [
    'payouts 00000001-0000-7000-8000-000000000902: payout_email',
    'purchases 00000001-0000-7000-8000-0000000000d1: payer_email_key',
    'webhook_events WH-1-DISPUTE: body',
    'webhook_events WH-1-RECEIVED: body',
  ],
  // Events that were only kept are worked off.
  '0005_events': [
    'webhook_events WH-1-DISPUTE: next_attempt_at, processed_at, resource_id, state',
    'webhook_events WH-1-FAILED: next_attempt_at',
    'webhook_events WH-1-RECEIVED: next_attempt_at',
  ],
  // Who is no admin is known to the log by id alone; reasons that name somebody forgotten go.
  '0008_money_guards': [
    'audit_log 00000001-0000-7000-8000-000000000aa2: actor_email',
    'audit_log 00000001-0000-7000-8000-000000000aa3: reason',
  ],
  // `+tag` names the same mailbox at every host.
  '0015_one_mailbox': ['purchases 00000001-0000-7000-8000-0000000000d1: payer_email_key'],
  // So do the reasons of purchases.
  '0009_purchase_reasons': ['audit_log 00000008-0000-7000-8000-000000000aa1: reason'],
};

const tags = await migrationTags();
const changes = new Map<string, readonly string[]>();
const filled = new Map<string, number>();

let walked: EmptyDatabase;
beforeAll(async () => {
  walked = await openEmpty();
  let seen: AllRows = new Map();
  await walkVersions(walked.pool, {
    before: async () => {
      seen = await readAllRows(walked.pool);
    },
    after: async (tag) => {
      filled.set(
        tag,
        [...seen.values()].reduce((sum, rows) => sum + rows.size, 0),
      );
      changes.set(tag, whatChanged(seen, await readAllRows(walked.pool)));
    },
  });
});
afterAll(() => walked.close());

describe('a database full of rows of every version before', () => {
  test.each(tags)('loses nothing by %s, and changes by it what is meant to', (tag) => {
    expect(changes.get(tag)).toEqual(changedOnPurpose[tag] ?? []);
  });

  test('was not empty when the migrations came', () => {
    for (const tag of tags.slice(2)) expect(filled.get(tag)).toBeGreaterThan(40);
  });

  test('ends with a row in every table', async () => {
    const empty = [...(await readAllRows(walked.pool))].filter(([, rows]) => rows.size === 0);
    expect(empty.map(([table]) => table)).toEqual([]);
  });

  test('ends with a value in every column', async () => {
    const empty = [...(await readAllRows(walked.pool))].flatMap(([table, rows]) => {
      const all = [...rows.values()];
      const columns = Object.keys(all[0] ?? {});
      return columns
        .filter((name) => all.every((row) => row[name] === null))
        .map((name) => `${table}.${name}`);
    });
    expect(empty).toEqual([]);
  });

  test('ends with books in which every sum holds', async () => {
    const { rows } = await walked.pool.query(
      `select 'statement ' || id as wrong from statements
         where opening_cents + entries_cents - paid_cents <> closing_cents
       union all
       select 'payout ' || payouts.id from payouts join statements on statements.id = statement_id
         where amount_cents <> paid_cents
       union all
       select 'ledger of ' || payment_id from commission_entries group by payment_id, affiliate_id
         having sum(amount_cents) < 0
       union all
       select 'month after ' || month from closed_months
         where month < (select max(month) from closed_months)
           and month + interval '1 month' not in (select month from closed_months)`,
    );
    expect(rows).toEqual([]);
  });

  test('ends with the schema of one that began empty', async () => {
    const fresh = await openPostgres();
    const [stepped, atOnce] = [await dumpSchema(walked.url), await dumpSchema(fresh.url)];
    await fresh.close();
    expect(stepped.length).toBeGreaterThan(300);
    expect(stepped.sort()).toEqual(atOnce.sort());
  });
});

const newestSnapshot = async (): Promise<unknown> => {
  const file = inProject(`drizzle/migrations/meta/${tags.at(-1)?.slice(0, 4) ?? ''}_snapshot.json`);
  return JSON.parse(await readFile(file, 'utf8'));
};

test('the migrations lead to the tables of the code: another would change nothing', async () => {
  const wanted: unknown = generateDrizzleJson(schema);
  expect(await generateMigration(await newestSnapshot(), wanted)).toEqual([]);
});

test('the newest snapshot tells of the columns that the database has', async () => {
  const { tables } = snapshotSchema.parse(await newestSnapshot());
  const told = Object.values(tables).flatMap(({ name, columns }) =>
    Object.entries(columns).map(([column, { notNull }]) => `${name}.${column}${notNull ? ' not null' : ''}`),
  );
  const { rows } = await walked.pool.query<{ found: string }>(
    `select table_name || '.' || column_name || case is_nullable when 'NO' then ' not null' else '' end as found
     from information_schema.columns where table_schema = 'public'`,
  );
  expect(rows.map(({ found }) => found).sort()).toEqual(told.sort());
});
