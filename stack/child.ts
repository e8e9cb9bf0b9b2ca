import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

/** What a child answered instead of becoming ready; `code` is the system's, such as EADDRINUSE. */
export class ChildFailed extends Error {
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

export interface Child {
  pid: number;
  /** The child's own words at its start, to be parsed by who knows them. */
  ready: unknown;
  /** Asks the child to finish its work, and waits until it has ended. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

const firstMessage = z.union([
  z.object({ ready: z.unknown() }),
  z.object({ failed: z.string(), code: z.string().optional() }),
]);

/** Starts a part of the stack as a process of its own, which ends when this one does. */
export async function startChild(name: string, script: string, settings: object): Promise<Child> {
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const gone = once(child, 'close');
  const first = await Promise.race([
    once(child, 'message').then(([message]: unknown[]) => firstMessage.parse(message)),
    gone.then(() => ({ failed: `The ${name} did not start. ${said}`, code: undefined })),
  ]);
  if ('failed' in first) {
    await gone;
    throw new ChildFailed(first.failed, first.code);
  }
  const pid = child.pid ?? 0;
  let wanted = false;
  child.once('exit', () => {
    if (!wanted) process.stderr.write(`The ${name} (process ${pid}) ended unexpectedly. ${said}\n`);
  });
  return {
    pid,
    ready: first.ready,
    stop: () => {
      wanted = true;
      return end(child, gone);
    },
    kill: async () => {
      wanted = true;
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const STOP_WITHIN_MS = 15_000;

async function end(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  if (child.connected) child.send('stop', () => undefined);
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await gone;
  clearTimeout(patience);
}

/** A child's main program: starts, tells its parent, and closes when told to or when the parent is gone. */
export async function runChild<Settings>(
  schema: z.ZodType<Settings>,
  start: (settings: Settings) => Promise<{ ready: object; close(): Promise<void> }>,
): Promise<void> {
  const running = Promise.resolve().then(() => start(schema.parse(JSON.parse(process.argv[2] ?? ''))));
  let ending = false;
  function finish() {
    if (ending) return;
    ending = true;
    void running
      .then((part) => part.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  }
  process.on('disconnect', finish);
  process.on('message', (message) => message === 'stop' && finish());
  process.on('SIGTERM', finish);
  // Ctrl+C reaches the whole group: the parent still needs this part while it closes.
  process.on('SIGINT', () => undefined);
  if (!process.connected) finish();
  try {
    const { ready } = await running;
    process.send?.({ ready });
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    process.send?.({ failed, code }, () => process.exit(1));
  }
}
