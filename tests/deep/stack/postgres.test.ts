import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findPostgres } from '../../../stack/postgres/binaries.ts';
import { dumpDatabase, ProgramFailed } from '../../../stack/postgres/dump.ts';
import { type Postgres, startPostgres } from '../../../stack/postgres/postgres.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the temporary folder of a server. Fails the test if its data is in another folder. */
async function folderOf(url: string): Promise<string> {
  const [row] = (await query(url, 'SHOW data_directory')) as { data_directory: string }[];
  const folder = path.dirname(row?.data_directory ?? '');
  expect(path.basename(folder)).toMatch(/^kithbook-postgres-/);
  return folder;
}

async function waitUntil(condition: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 150 && !condition(); tries += 1) await wait(100);
  return condition();
}

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres.stop());

test('the server writes to disk, allows many connections, and listens only on the loopback', async () => {
  const settings = await query(
    postgres.url,
    `SELECT name, setting FROM pg_settings WHERE name IN
     ('fsync', 'max_connections', 'listen_addresses', 'unix_socket_directories', 'server_encoding')`,
  );
  expect(settings).toEqual(
    expect.arrayContaining([
      { name: 'fsync', setting: 'on' },
      { name: 'max_connections', setting: '200' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
      { name: 'server_encoding', setting: 'UTF8' },
    ]),
  );
});

test('creating a database again makes it empty, even while it is in use', async () => {
  const url = await postgres.createDatabase('odd "name" ä');
  await query(url, 'CREATE TABLE t (a int)');
  const user = new pg.Client({ connectionString: url });
  user.on('error', () => undefined);
  await user.connect();
  expect(await postgres.createDatabase('odd "name" ä')).toBe(url);
  expect(await query(url, "SELECT to_regclass('t') AS t")).toEqual([{ t: null }]);
});

test('PG_BIN without a server throws an error', async () => {
  vi.stubEnv('PG_BIN', os.tmpdir());
  await expect(findPostgres()).rejects.toThrow(`PG_BIN is ${os.tmpdir()}`);
  vi.unstubAllEnvs();
});

test('a machine with only the client programs can dump and restore', async () => {
  const folder = temporaryFolder();
  for (const name of ['pg_dump', 'pg_restore']) fs.writeFileSync(path.join(folder, name), '');
  vi.stubEnv('PG_BIN', folder);
  expect(await findPostgres(['pg_dump', 'pg_restore'])).toBe(folder);
  await expect(findPostgres()).rejects.toThrow('initdb and postgres are not in it');
  vi.stubEnv('PG_BIN', os.tmpdir());
  await expect(dumpDatabase('postgres://user@127.0.0.1/none', 'none')).rejects.toThrow(ProgramFailed);
  vi.unstubAllEnvs();
});

test('the server ends and its folder is deleted when its parent process is killed', async () => {
  const script = fileURLToPath(new URL('../../../stack/postgres/postgres.ts', import.meta.url));
  const code = `const { startPostgres } = await import(${JSON.stringify(script)});
    process.stdout.write(String((await startPostgres()).port));`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(starter.stdout, 'data')) as [Buffer];
  const url = `postgres://postgres@127.0.0.1:${text.toString()}/postgres`;
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const folder = await folderOf(url);
  expect(fs.existsSync(folder)).toBe(true);
  starter.kill('SIGKILL');
  await once(starter, 'close');
  expect(await waitUntil(() => !fs.existsSync(folder))).toBe(true);
  await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
}, 60_000);

test('stopping the server deletes its folder', async () => {
  const another = await startPostgres();
  const folder = await folderOf(another.url);
  expect(fs.existsSync(folder)).toBe(true);
  await another.stop();
  expect(fs.existsSync(folder)).toBe(false);
}, 60_000);
