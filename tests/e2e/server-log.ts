import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { inProject } from '../../stack/paths.ts';

const file = inProject('test-results', 'server.log');

/** Writes the server's log lines of this process to a file from now on, so that they do not drown a failure. */
export async function redirectServerLog(): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string | Uint8Array, ...rest: []) => {
    if (typeof text !== 'string' || !text.startsWith('{"level":')) return write(text, ...rest);
    appendFileSync(file, text);
    return true;
  }) as typeof process.stdout.write;
}

/** Returns what the server has logged; of several tests at once, where they run side by side. */
export function readServerLog(): string {
  return readFileSync(file, 'utf8');
}
