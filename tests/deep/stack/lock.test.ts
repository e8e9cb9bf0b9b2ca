import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock, AlreadyRunning } from '../../../stack/lock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'data');
});

const script = fileURLToPath(new URL('../../../stack/lock.ts', import.meta.url));
/** Says ready, waits for a line, tries for the lock, says what came of it, and keeps what it won. */
const contender = `
  const { acquireLock } = await import(${JSON.stringify(script)});
  process.stdin.once('data', async () => {
    try {
      const lock = await acquireLock(process.argv[1]);
      if (process.argv[2]) await lock.update({ url: process.argv[2] });
      console.log('won');
    } catch (error) { console.log('lost ' + (error.pid ?? error.stack)); }
  });
  console.log('ready');
  setInterval(() => undefined, 1000);`;

interface Contender {
  child: ChildProcess;
  line(): Promise<string>;
  go(): void;
}
const contenders: Contender[] = [];
const contend = async (url = ''): Promise<Contender> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', contender, folder, url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const one = { child, line, go: () => void child.stdin.write('\n') };
  contenders.push(one);
  expect(await line()).toBe('ready');
  return one;
};
const kill = async ({ child }: Contender): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
};
afterEach(async () => {
  await Promise.all(contenders.splice(0).map(kill));
});

test('a second comer is told the process and, once known, the address', async () => {
  const lock = await acquireLock(folder);
  await expect(acquireLock(folder)).rejects.toThrow(`Already starting (process ${process.pid}).`);
  await lock.update({ url: 'http://localhost:8888' });
  const error: unknown = await acquireLock(folder).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AlreadyRunning);
  expect(error).toMatchObject({ pid: process.pid, url: 'http://localhost:8888' });
  expect(String(error)).toContain(`Already running at http://localhost:8888 (process ${process.pid}).`);
  await lock.release();
});

test('a released lock is free again, many times over, and one file remains', async () => {
  for (let n = 0; n < 5; n += 1) {
    const lock = await acquireLock(folder);
    await expect(acquireLock(folder)).rejects.toThrow('Already');
    await lock.release();
    await lock.release();
  }
  expect(fs.readdirSync(folder)).toHaveLength(1);
});

test('another process holds it until kill -9, and then it is free at once', async () => {
  const holder = await contend('http://localhost:8888');
  holder.go();
  expect(await holder.line()).toBe('won');
  const message = `Already running at http://localhost:8888 (process ${holder.child.pid}).`;
  await expect(acquireLock(folder)).rejects.toThrow(message);
  await kill(holder);
  const lock = await acquireLock(folder);
  await lock.release();
}, 30_000);

test('a holder that is stopped, and cannot answer, still holds', async () => {
  const holder = await contend();
  holder.go();
  expect(await holder.line()).toBe('won');
  holder.child.kill('SIGSTOP');
  await expect(acquireLock(folder)).rejects.toThrow(`process ${holder.child.pid}`);
}, 30_000);

test('a process that got the dead holder’s id and port does not hold its lock', async () => {
  const stranger = net.createServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\n\r\nA much longer answer than any'),
  );
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const { port } = stranger.address() as net.AddressInfo;
  const dead = {
    pid: process.pid,
    url: null,
    startedAt: '2026-01-01T00:00:00Z',
    port,
    token: 'dead',
    released: false,
  };
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'lock.7'), JSON.stringify(dead));
  const lock = await acquireLock(folder);
  await lock.release();
  stranger.close();
});

test('a damaged lock file is replaced', async () => {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'lock.3'), '');
  const lock = await acquireLock(folder);
  await lock.release();
});

test('of twenty processes at once one wins, whether the lock is new, left by a dead one, or released', async () => {
  const results = async () => {
    const runners = await Promise.all(Array.from({ length: 20 }, () => contend()));
    runners.forEach((runner) => runner.go());
    const said = await Promise.all(runners.map((runner) => runner.line()));
    const winner = runners[said.indexOf('won')];
    expect(said.filter((text) => text === 'won')).toHaveLength(1);
    expect(said.filter((text) => text === `lost ${winner?.child.pid}`)).toHaveLength(19);
    await Promise.all(runners.map(kill));
  };
  await results();
  await results();
  const lock = await acquireLock(folder);
  await lock.release();
  await results();
  expect(fs.readdirSync(folder)).toHaveLength(1);
}, 120_000);

test('of many takers in one process one wins, over hundreds of rounds', async () => {
  for (let round = 0; round < 200; round += 1) {
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(folder)));
    const won = tries.filter((attempt) => attempt.status === 'fulfilled');
    expect(won).toHaveLength(1);
    await won[0]?.value.release();
  }
}, 60_000);
