import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';
import { limits } from '../src/shared/limits.ts';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Test files share a process, so that each module is loaded once. This hook undoes the changes of a test file.
const env = { ...process.env };
const timeoutMs = { ...limits.timeoutMs };

// The server writes its log to standard output. Vitest prints console output only for failed tests, so the log goes there.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((text: string | Uint8Array, ...rest: []) => {
  if (typeof text !== 'string' || !text.startsWith('{"level":')) return write(text, ...rest);
  console.log(text.trimEnd());
  return true;
}) as typeof process.stdout.write;

afterAll(async () => {
  process.stdout.write = write;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
  Object.assign(limits.timeoutMs, timeoutMs);
  // The next test file must not get modules that import a mocked module.
  const { testPath } = expect.getState();
  if (testPath && readFileSync(testPath, 'utf8').includes('vi.mock(')) vi.resetModules();
  await removeTemporaryFolders();
});
