import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { acquireLock, AlreadyRunning } from '../../../stack/lock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'data');
});

const script = fileURLToPath(new URL('../../../stack/lock.ts', import.meta.url));
/** Takes the lock, prints the result, and does not release the lock. */
const program = `
  const { acquireLock } = await import(${JSON.stringify(script)});
  await acquireLock(process.argv[1]).then(
    () => { console.log('won'); setInterval(() => undefined, 1000); },
    (error) => console.log(error.name + error.message));`;

async function startContender(): Promise<{ child: ChildProcess; result: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, result: chunk.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
}

test('acquireLock refuses a second process and names the first process and its address', async () => {
  const lock = await acquireLock(folder);
  await expect(acquireLock(folder)).rejects.toThrow(`Already starting (process ${String(process.pid)}).`);
  await lock.update({ url: 'http://localhost:8888' });
  await expect(acquireLock(folder)).rejects.toThrow(
    `Already running at http://localhost:8888 (process ${String(process.pid)}).`,
  );
  await lock.release();
  await (await acquireLock(folder)).release();
});

test('exactly one of several processes gets the lock of a killed process', async () => {
  const holder = await startContender();
  expect(holder.result).toBe('won');
  await expect(acquireLock(folder)).rejects.toBeInstanceOf(AlreadyRunning);
  await kill(holder.child);
  const contenders = await Promise.all(Array.from({ length: 8 }, startContender));
  await Promise.all(contenders.map(({ child }) => kill(child)));
  expect(contenders.filter(({ result }) => result === 'won')).toHaveLength(1);
});
