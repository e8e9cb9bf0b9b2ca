import { expect, test } from 'vitest';
import { createRefusalLog } from '../../../../../src/server/frame/http/refusal-log.ts';

test('the server logs the first four refused webhooks of an hour as warnings, and the fifth as an error', () => {
  const lines: unknown[] = [];
  const refuse = createRefusalLog();
  const refuseAt = (minutes: number) => {
    refuse((line) => lines.push(line.level), 'id', new Date(minutes * 60_000));
  };
  for (const minutes of [0, 10, 20, 30, 61, 65, 66]) refuseAt(minutes);
  expect(lines).toEqual(['warn', 'warn', 'warn', 'warn', 'warn', 'error', 'error']);
});
