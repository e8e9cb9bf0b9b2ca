import { expect, test, vi } from 'vitest';
import { askedFields, serverTiming, stdoutLog } from '../../../src/server/calls/log.ts';

test('a line of the log is one line of JSON on standard output, written when it is logged', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  stdoutLog({ level: 'error', route: '/api/customers/:id', problem: 'of two\nlines', db: { questions: 1 } });
  const written = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();
  expect(written).toEqual([
    '{"level":"error","route":"/api/customers/:id","problem":"of two\\nlines","db":{"questions":1}}\n',
  ]);
});

test('what was waited for is told in tenths of milliseconds, in the answer as in the log', () => {
  const asked = new Map([['database' as const, { questions: 2, ms: 4.25 }]]);
  expect(serverTiming(5.1, asked)).toBe('app;dur=5.1, db;dur=4.3;desc="2"');
  expect(serverTiming(0.4, new Map())).toBe('app;dur=0.4');
  expect(askedFields(asked)).toEqual({ db: { questions: 2, ms: 4.3 } });
});
