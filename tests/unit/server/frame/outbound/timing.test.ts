import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from '../../../../../src/server/frame/outbound/timing.ts';
import { withTimeLimit } from '../../../../../src/server/frame/outbound/request-scope.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const silent = () => new Promise<never>(() => undefined);

/** Returns how long a call to a service that never answers takes, in milliseconds. */
const measureTimeout = async (limitMs: number, work = silent): Promise<number> => {
  const start = performance.now();
  const failed = expect(withTimeout('database', limitMs, work)).rejects.toThrow(
    'No answer in time: database',
  );
  await vi.runAllTimersAsync();
  await failed;
  return performance.now() - start;
};

test('a call outside a scope has only its own time limit', async () => {
  expect(await measureTimeout(4_000)).toBe(4_000);
});

test('calls in a scope share its time limit, and no call starts without time left', async () => {
  await withTimeLimit(4_300, async () => {
    expect(await measureTimeout(4_000)).toBe(4_000);
    expect(await measureTimeout(4_000)).toBe(300);
    const work = vi.fn(silent);
    expect(await measureTimeout(4_000, work)).toBe(0);
    expect(work).not.toHaveBeenCalled();
  });
});
