import fs from 'node:fs/promises';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import * as z from 'zod';

const holderSchema = z.object({
  pid: z.number(),
  url: z.string().nullable(),
  /** `host:port` of the Firebase emulator, which has moved if another clone had its port. */
  emulatorHost: z.string().nullable().default(null),
});
type Holder = z.infer<typeof holderSchema>;

/** Error of a second process. Names the first process, and the address of its site once it is known. */
export class AlreadyRunning extends Error {
  readonly pid: number | null;
  readonly url: string | null;
  constructor(holder: Holder | null) {
    const suffix = holder ? ` (process ${String(holder.pid)})` : '';
    super(holder?.url ? `Already running at ${holder.url}${suffix}.` : `Already starting${suffix}.`);
    this.pid = holder?.pid ?? null;
    this.url = holder?.url ?? null;
  }
}

export interface Lock {
  /** Tells other processes the addresses of this process's site and emulator. */
  update: (change: { readonly url: string; readonly emulatorHost?: string | null }) => Promise<void>;
  release: () => Promise<void>;
}

/**
 * Takes the lock of a data folder, which is created if it is missing. Throws AlreadyRunning while another process holds
 * it. After a crash it waits until the lock is stale, up to ten seconds.
 */
export async function acquireLock(folder: string): Promise<Lock> {
  await fs.mkdir(folder, { recursive: true });
  const file = holderFile(folder);
  const release = await lockFolder(folder, file);
  const write = (holder: Holder) => fs.writeFile(file, JSON.stringify(holder));
  await write({ pid: process.pid, url: null, emulatorHost: null });
  return {
    update: ({ url, emulatorHost = null }) => write({ pid: process.pid, url, emulatorHost }),
    release,
  };
}

/** Returns `host:port` of the Firebase emulator that runs on a data folder. Null if nothing runs on it. */
export async function findEmulator(folder: string): Promise<string | null> {
  const holder = await readHolder(holderFile(folder));
  return holder && isAlive(holder.pid) ? holder.emulatorHost : null;
}

function holderFile(folder: string): string {
  return path.join(folder, 'holder.json');
}

/** A dead holder's lock is free this many milliseconds after the holder last touched it. */
const STALE_MS = 10_000;

/**
 * The same for a holder whose process is alive. It may be too busy to touch its lock. After a restart of the computer another
 * program may have its process number.
 */
const BUSY_MS = 60_000;

async function lockFolder(folder: string, file: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + STALE_MS + 2_000;
  for (;;) {
    const holder = await readHolder(file);
    const stale = holder && isAlive(holder.pid) ? BUSY_MS : STALE_MS;
    try {
      return await lock(folder, { lockfilePath: path.join(folder, 'lock'), stale, update: STALE_MS / 2 });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) throw error;
      const current = await readHolder(file);
      if (!current || isAlive(current.pid) || Date.now() > deadline) throw new AlreadyRunning(current);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

async function readHolder(file: string): Promise<Holder | null> {
  const text = await fs.readFile(file, 'utf8').catch(() => 'null');
  try {
    return holderSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
