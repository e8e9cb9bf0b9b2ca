import { expect, test } from 'vitest';
import { timed } from '../api/soon.ts';

/** Keeps its thread at work for so many milliseconds. */
const work = async (ms: number): Promise<void> => {
  await Promise.resolve();
  const until = process.cpuUsage().user + ms * 1_000;
  while (process.cpuUsage().user < until);
};

test('what keeps its thread at work without a pause is timed, though nobody can look meanwhile', async () => {
  const [, ms] = await timed(() => work(300));
  expect(ms).toBeGreaterThan(200);
});

test('what only lets wait, and lets nobody work, counts as two looks', async () => {
  const still = new Int32Array(new SharedArrayBuffer(4));
  const [, ms] = await timed(async () => {
    await Promise.resolve();
    Atomics.wait(still, 0, 0, 500);
  });
  expect(ms).toBeLessThan(100);
});
