import { execFile } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { stdoutLog } from '../../../../../src/server/frame/http/log.ts';
import { inProject } from '../../../../../stack/paths.ts';

test('log lines are JSON on standard output, and lines that are logged in the same turn of the event loop are one write', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  stdoutLog({ level: 'error', route: '/api/customers/:id', problem: 'of two\nlines', db: { calls: 1 } });
  stdoutLog({ level: 'info' });
  await setImmediate();
  stdoutLog({ level: 'warn' });
  await setImmediate();
  const written = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();
  expect(written).toEqual([
    '{"level":"error","route":"/api/customers/:id","problem":"of two\\nlines","db":{"calls":1}}\n{"level":"info"}\n',
    '{"level":"warn"}\n',
  ]);
});

test.each(['process.exit(3)', "throw new Error('of nobody')"])('%s loses no log line', async (end) => {
  const log = JSON.stringify(inProject('src/server/frame/http/log.ts'));
  const program = `import { stdoutLog } from ${log}; stdoutLog({ level: 'info' }); ${end};`;
  const childProcess = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  await expect(childProcess).rejects.toMatchObject({ stdout: '{"level":"info"}\n' });
});
