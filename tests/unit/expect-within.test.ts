import { expect, test } from 'vitest';
import { measureOwnTime } from '../api/expect-within.ts';

/** Keeps the thread busy for some milliseconds of CPU time. */
async function keepBusy(ms: number): Promise<void> {
  await Promise.resolve();
  const until = process.cpuUsage().user + ms * 1_000;
  while (process.cpuUsage().user < until);
}

test('measureOwnTime counts the CPU time of work that blocks the thread', async () => {
  const [, ms] = await measureOwnTime(() => keepBusy(300));
  expect(ms).toBeGreaterThan(200);
});

test('measureOwnTime counts a sleep that blocks the thread as two ticks', async () => {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const [, ms] = await measureOwnTime(async () => {
    await Promise.resolve();
    Atomics.wait(shared, 0, 0, 500);
  });
  expect(ms).toBeLessThan(100);
});
