import { spawn } from 'node:child_process';
import { root } from '../stack/paths.ts';
import type { Settings } from '../stack/settings.ts';

export interface Command {
  /** A script that Node runs. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Settings;
}

export interface ScriptResult {
  /** The exit code; null if the program was killed or did not start. */
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
}

/** Runs a script. Prints its output immediately, or returns it if `quiet` is set. */
export function runScript(
  { script, args = [], env = {} }: Command,
  { quiet = false } = {},
): Promise<ScriptResult> {
  const start = performance.now();
  const output: Buffer[] = [];
  return new Promise((resolve) => {
    const finish = (code: number | null) => {
      const seconds = (performance.now() - start) / 1_000;
      resolve({ code, output: Buffer.concat(output).toString(), seconds });
    };
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: {
        ...process.env,
        ...(quiet && process.stdout.isTTY && { FORCE_COLOR: '1' }),
        ASTRO_TELEMETRY_DISABLED: '1',
        ...env,
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', () => {
      finish(null);
    });
    child.once('close', finish);
  });
}

/** Starts tasks in order, at most `limit` at a time. Returns their results in the same order. */
export async function runPool<Result>(
  tasks: readonly (() => Promise<Result>)[],
  limit: number,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = tasks.entries();
  const work = async () => {
    // Every worker takes the next task from the same iterator.
    for (const [index, task] of waiting) results[index] = await task();
  };
  await Promise.all(Array.from({ length: limit }, work));
  return results;
}
