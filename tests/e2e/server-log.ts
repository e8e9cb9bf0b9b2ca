import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { inProject } from '../../stack/paths.ts';

const file = inProject('test-results', 'server.log');

/** Redirects the server's log lines to a file, so that the test report stays readable. */
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

/** Returns the server's log lines. Tests that run at the same time share the log. */
export function readServerLog(): string {
  return readFileSync(file, 'utf8');
}
