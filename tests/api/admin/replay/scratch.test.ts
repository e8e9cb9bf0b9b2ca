import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runReplay } from '../../../../netlify/commands/replay.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import { paidOrder } from '../../buyer.ts';
import { emulatedIdentity, settings } from '../../harness.ts';
import { newAffiliate, unique } from '../../factories.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { type Shop, startShop } from '../../shop.ts';
import { createDatabase } from '../../../../stack/postgres/postgres.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

let database: NeonDatabase;
let shop: Shop;
const folder = temporaryFolder();
beforeAll(async () => {
  database = await openNeon();
  shop = await startShop({ database });
});
afterAll(async () => {
  await shop.close();
});

const real = 'postgres://user:password@db.example/books';

const run = (...args: string[]) =>
  runReplay(args, { DATABASE_URL: real }, (work) =>
    work({
      db: database.db,
      paypal: createPayPal(shop.paypalSettings),
      identity: emulatedIdentity(),
      settings,
      mail: null,
      letters: () => Promise.resolve([]),
      now: () => new Date(),
    }),
  );

const replay = (file: string, scratch: string) => run(file, '--scratch', scratch);

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

const newScratch = () => createDatabase(inject('postgresUrl'), `scratch_${unique()}`);

test('a replay fills an empty PostgreSQL database, and refuses a database that is not empty', async () => {
  const { code } = await newAffiliate(shop.rows);
  await paidOrder(shop, { code });
  await shop.paypal.idle();
  const file = path.join(folder, 'events.jsonl');
  await run('--export', file);

  const url = await newScratch();
  expect(await replay(file, url)).toMatchObject({ code: 0 });
  const entries = () => query(url, 'select id, amount_cents from commission_entries');
  const before = await entries();
  expect(before).toMatchObject([{ amount_cents: 600 }]);
  expect(await replay(file, url)).toMatchObject({
    code: 2,
    text: '--scratch names a database that is not empty. Name an empty one.',
  });
  expect(await entries()).toEqual(before);

  const other = await newScratch();
  await query(other, 'create schema theirs; create table theirs.things (id int)');
  expect(await replay(file, other)).toMatchObject({ code: 2 });
  expect(await query(other, "select count(*)::int from pg_class where relname = 'affiliates'")).toEqual([
    { count: 0 },
  ]);
});

test('a replay refuses an unreachable scratch database with a reason', async () => {
  const file = path.join(folder, 'unread.jsonl');
  await writeFile(file, '');
  const url = new URL(await newScratch());
  url.pathname = '/nowhere';
  expect(await replay(file, url.href)).toEqual({
    code: 2,
    text: '--scratch names a database that cannot be reached (database "nowhere" does not exist).',
  });
});

test('a replay ends with code 3 and a reason if the scratch database cannot be migrated', async () => {
  const file = path.join(folder, 'none.jsonl');
  await writeFile(file, '');
  const url = await newScratch();
  await query(url, "create type entry_kind as enum ('theirs')");
  expect(await replay(file, url)).toEqual({
    code: 3,
    text: 'The database that --scratch names was not migrated: type "entry_kind" already exists. Name a new one.',
  });
});
