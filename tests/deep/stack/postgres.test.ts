import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../../stack/postgres/postgres.ts';

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
