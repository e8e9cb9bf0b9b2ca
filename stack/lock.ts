import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { answersWith, holdToken } from './lock-token.ts';

const holder = z.object({
  pid: z.number(),
  url: z.string().nullable(),
  startedAt: z.string(),
  port: z.number(),
  token: z.string(),
  released: z.boolean(),
});
type Holder = z.infer<typeof holder>;

/** Somebody holds the lock: who, and where it serves, when it has said so. */
export class AlreadyRunning extends Error {
  readonly pid: number;
  readonly url: string | null;
  constructor({ pid, url }: Pick<Holder, 'pid' | 'url'>) {
    super(url ? `Already running at ${url} (process ${pid}).` : `Already starting (process ${pid}).`);
    this.pid = pid;
    this.url = url;
  }
}

export interface Lock {
  /** Tells later comers where this process serves. */
  update(change: { url: string }): Promise<void>;
  release(): Promise<void>;
}

/*
 * Lock files are numbered and the highest number is the lock. It is never deleted: who takes over
 * creates the next number, which only one can do, and only then deletes lower ones.
 */
const lockName = /^lock\.(\d+)$/;

const numbers = async (folder: string): Promise<number[]> => {
  const names = await fs.readdir(folder);
  return names.flatMap((name) => lockName.exec(name)?.[1] ?? []).map(Number);
};

const isAlive = async ({ released, port, token, pid }: Holder): Promise<boolean> =>
  !released && (await answersWith(port, token, pid));

const readHolder = async (file: string): Promise<Holder | 'gone' | 'damaged'> => {
  try {
    const text = await fs.readFile(file, 'utf8');
    return holder.safeParse(JSON.parse(text)).data ?? 'damaged';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'gone';
    // Files appear whole, so a damaged one was cut off by the machine's own end.
    if (error instanceof SyntaxError) return 'damaged';
    throw error;
  }
};

const writeDraft = async (folder: string, content: Holder): Promise<string> => {
  const draft = path.join(folder, `draft.${randomUUID()}`);
  await fs.writeFile(draft, `${JSON.stringify(content)}\n`, { flush: true });
  return draft;
};

/** Creates the file whole or not at all; false when it exists already. */
const createWhole = async (folder: string, file: string, content: Holder): Promise<boolean> => {
  const draft = await writeDraft(folder, content);
  try {
    await fs.link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await fs.unlink(draft);
  }
};

/** Tries once; the number won, or null when another process moved meanwhile. */
const tryNext = async (folder: string, mine: Holder): Promise<number | null> => {
  const highest = Math.max(0, ...(await numbers(folder)));
  if (highest > 0) {
    const current = await readHolder(path.join(folder, `lock.${highest}`));
    if (current === 'gone') return null;
    if (current !== 'damaged' && (await isAlive(current))) throw new AlreadyRunning(current);
  }
  const next = highest + 1;
  if (!(await createWhole(folder, path.join(folder, `lock.${next}`), mine))) return null;
  const existing = await numbers(folder);
  const superseded = existing.some((number) => number > next);
  const useless = existing.filter((number) => (superseded ? number === next : number < next));
  await Promise.all(useless.map((number) => fs.rm(path.join(folder, `lock.${number}`), { force: true })));
  return superseded ? null : next;
};

const acquire = async (folder: string, mine: Holder): Promise<number> => {
  for (;;) {
    const number = await tryNext(folder, mine);
    if (number !== null) return number;
  }
};

/**
 * Takes the one lock of a data folder, made if missing. A holder that lives makes it throw
 * AlreadyRunning; one that died, however it died, is replaced.
 */
export const acquireLock = async (folder: string): Promise<Lock> => {
  await fs.mkdir(folder, { recursive: true });
  const token = randomUUID();
  const { port, close } = await holdToken(token);
  const mine: Holder = {
    pid: process.pid,
    url: null,
    startedAt: new Date().toISOString(),
    port,
    token,
    released: false,
  };
  const number = await acquire(folder, mine).catch((error: unknown) => {
    close();
    throw error;
  });
  const write = async (): Promise<void> => {
    await fs.rename(await writeDraft(folder, mine), path.join(folder, `lock.${number}`));
  };
  return {
    update: ({ url }) => {
      mine.url = url;
      return write();
    },
    release: async () => {
      if (mine.released) return;
      mine.released = true;
      await write().finally(close);
    },
  };
};
