import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupCheck } from '../../../netlify/commands/backup-check.ts';
import { dumpDatabase, restoreDump } from '../../../stack/postgres/dump.ts';
import { type EmptyDatabase, openEmpty } from '../../api/frame/db/empty-database.ts';
import { migrateStepwise } from '../../api/frame/db/migrate-stepwise.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let filled: EmptyDatabase;
let restored: EmptyDatabase;
const folder = temporaryFolder();
beforeAll(async () => {
  [filled, restored] = await Promise.all([openEmpty(), openEmpty()]);
  await migrateStepwise(filled.pool);
});
afterAll(() => Promise.all([filled.close(), restored.close()]));

function databaseOptions() {
  return ['--from', filled.url, '--to', restored.url];
}

describe('npm run backup:check', () => {
  test('restores rows, guards and sequences, exits with 0 and stores the dump', async () => {
    const dumpFile = path.join(folder, 'kept.dump');
    await writeFile(dumpFile, 'the last one');
    const { code, text } = await backupCheck([...databaseOptions(), '--keep', dumpFile]);
    expect(text).toContain('The databases are equal.');
    expect(code).toBe(0);
    expect((await readFile(dumpFile)).subarray(0, 5).toString()).toBe('PGDMP');
    expect((await stat(dumpFile)).mode & 0o777).toBe(0o600);
  });

  test('restores guards that still refuse changes', async () => {
    await expect(restored.pool.query('update commission_entries set amount_cents = 0')).rejects.toMatchObject(
      { code: '23001' },
    );
    await expect(restored.pool.query('truncate statements cascade')).rejects.toMatchObject({ code: '23001' });
  });

  test('refuses to restore into a database that is not empty, and leaves it unchanged', async () => {
    const { code, text } = await backupCheck(databaseOptions());
    expect([code, text]).toEqual([2, expect.stringContaining('not empty')]);
    expect((await backupCheck([...databaseOptions(), '--compare'])).code).toBe(0);
  });

  test('refuses the address of a pooler, a single address and unknown options', async () => {
    const pooler = 'postgres://u:secret@ep-a-pooler.eu-central-1.aws.neon.tech/kithbook';
    const refused = await backupCheck(['--from', pooler, '--to', restored.url]);
    expect([refused.code, refused.text]).toEqual([2, expect.stringContaining('without -pooler')]);
    expect(refused.text).not.toContain('secret');
    for (const args of [['--from', filled.url], ['--to', 'kithbook'], ['--what'], ['--compare']])
      expect((await backupCheck(args)).code).toBe(2);
  });

  test('does not replace a stored dump with a dump of sample data', async () => {
    const dumpFile = path.join(folder, 'real.dump');
    await writeFile(dumpFile, 'the last one');
    expect((await backupCheck(['--keep', dumpFile])).code).toBe(2);
    expect(await readFile(dumpFile, 'utf8')).toBe('the last one');
  });

  test('exits with 3 and hides the password if a database cannot be reached', async () => {
    const unreachable = 'postgres://u:secret@127.0.0.1:9/kithbook';
    const { code, text } = await backupCheck(['--from', unreachable, '--to', unreachable]);
    expect(code).toBe(3);
    expect(text).not.toContain('secret');
    await expect(dumpDatabase(unreachable, path.join(folder, 'none.dump'))).rejects.toThrow(
      /^pg_dump failed\./,
    );
    await expect(dumpDatabase(unreachable, path.join(folder, 'none.dump'))).rejects.not.toThrow('secret');
  });
});

/** Changes after the dump, and the beginning of the line that reports each. */
const differences = [
  ['a changed row', `update customers set name = 'Raeder' where name = 'Reader'`, 'public.customers'],
  [
    'an additional row',
    `insert into rate_limits (key, window_start) values ('more', now())`,
    'public.rate_limits',
  ],
  [
    'two rows with swapped values',
    `update purchases set payer_id = case payer_id when 'PAYER-1' then 'PAYER-2' else 'PAYER-1' end
     where payer_id in ('PAYER-1', 'PAYER-2')`,
    'public.purchases',
  ],
  [
    'a disabled trigger',
    'alter table statements disable trigger statements_append_only',
    'ALTER TABLE public.statements DISABLE TRIGGER statements_append_only',
  ],
  ['a missing trigger', 'drop trigger refunds_append_only on refunds', 'CREATE TRIGGER refunds_append_only'],
  [
    'a missing constraint',
    'alter table payouts drop constraint payouts_amount_positive',
    '    CONSTRAINT payouts_amount_positive',
  ],
  [
    'a sequence with another value',
    `select setval('drizzle.__drizzle_migrations_id_seq', 1000)`,
    'drizzle.__drizzle_migrations_id_seq',
  ],
] as const;

test('names every kind of difference after the dump, and exits with 1', async () => {
  const [original, changed] = await Promise.all([openEmpty(), openEmpty()]);
  const dump = path.join(folder, 'one.dump');
  await dumpDatabase(filled.url, dump);
  await Promise.all([original, changed].map(({ url }) => restoreDump(url, dump)));
  for (const [, change] of differences) await changed.pool.query(change);
  const { code, text } = await backupCheck(['--from', original.url, '--to', changed.url, '--compare']);
  expect(code).toBe(1);
  for (const [name, , line] of differences)
    expect(
      text.split('\n').filter((found) => found.startsWith(`! ${line}`)),
      name,
    ).not.toEqual([]);
  await Promise.all([original.close(), changed.close()]);
});
