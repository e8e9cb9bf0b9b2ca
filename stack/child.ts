import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

/** Error of a child process that did not start. `code` is the operating system's error code, such as EADDRINUSE. */
export class ChildFailed extends Error {
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

export interface Child {
  pid: number;
  /** The message of the started child. The caller parses it. */
  ready: unknown;
  /** Asks the child to finish, and waits until it has ended. */
  stop(): Promise<void>;
  /** Ends the child at once, like a crash. */
  kill(): Promise<void>;
}

const firstMessage = z.union([
  z.object({ ready: z.unknown() }),
  z.object({ failed: z.string(), code: z.string().optional() }),
]);

/** Starts a part of the stack as a child process, which ends with this process. `options` are options of Node. */
export async function startChild(
  name: string,
  script: string,
  settings: object,
  options: readonly string[] = [],
): Promise<Child> {
  const child = spawn(process.execPath, [...options, script, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
  });
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-4000);
  });
  const closed = once(child, 'close');
  const first = await Promise.race([
    once(child, 'message').then(([message]: unknown[]) => firstMessage.parse(message)),
    closed.then(() => ({ failed: `The ${name} did not start. ${errorOutput}`, code: undefined })),
  ]);
  if ('failed' in first) {
    await closed;
    throw new ChildFailed(first.failed, first.code);
  }
  const pid = child.pid ?? 0;
  let isStopping = false;
  child.once('exit', () => {
    if (!isStopping)
      process.stderr.write(`The ${name} (process ${pid}) ended unexpectedly. ${errorOutput}\n`);
  });
  return {
    pid,
    ready: first.ready,
    stop: () => {
      isStopping = true;
      return stopChild(child, closed);
    },
    kill: async () => {
      isStopping = true;
      child.kill('SIGKILL');
      await closed;
    },
  };
}

const STOP_WITHIN_MS = 15_000;

async function stopChild(child: ChildProcess, closed: Promise<unknown>): Promise<void> {
  if (child.connected) child.send('stop', () => undefined);
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await closed;
  clearTimeout(timeout);
}

/** Main program of a child process. It reports its start to the parent, and closes when the parent asks or ends. */
export async function runChild<Settings>(
  schema: z.ZodType<Settings>,
  start: (settings: Settings) => Promise<{ ready: object; close(): Promise<void> }>,
): Promise<void> {
  const running = Promise.resolve().then(() => start(schema.parse(JSON.parse(process.argv[2] ?? ''))));
  let isEnding = false;
  function finish() {
    if (isEnding) return;
    isEnding = true;
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
  // Ctrl+C reaches all processes of the group. Ignores it, because the parent needs this process while it shuts down.
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
