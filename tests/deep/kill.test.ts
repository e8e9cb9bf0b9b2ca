import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDatabase } from '../../stack/database.ts';
import { acquireLock, AlreadyRunning } from '../../stack/lock.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const script = fileURLToPath(new URL('sign-up-writer.ts', import.meta.url));

const folder = temporaryFolder();

/** Runs the writer and kills it after `count` acknowledged sign-ups. */
async function writeAndKill(count: number, acknowledged: string[]): Promise<void> {
  const writer = spawn(process.execPath, [script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
  });
  const closed = once(writer, 'close');
  let acknowledgedNow = 0;
  for await (const email of createInterface(writer.stdout)) {
    acknowledged.push(email);
    acknowledgedNow += 1;
    if (acknowledgedNow === 1) await expect(acquireLock(folder)).rejects.toBeInstanceOf(AlreadyRunning);
    if (acknowledgedNow === count) writer.kill('SIGKILL');
  }
  expect(await closed).toEqual([null, 'SIGKILL']);
}

test('kill -9 during writes loses no acknowledged sign-up, and the next process takes the lock at once', async () => {
  const acknowledged: string[] = [];
  for (const count of [5, 60, 23]) await writeAndKill(count, acknowledged);
  expect(acknowledged.length).toBeGreaterThanOrEqual(88);

  const lock = await acquireLock(folder);
  const database = await openDatabase(path.join(folder, 'database'));
  const stored = await database.query('select email from customers');
  await database.close();
  await lock.release();
  const storedEmails = new Set(stored.map(({ email }) => email));
  expect(acknowledged.filter((email) => !storedEmails.has(email))).toEqual([]);
});
