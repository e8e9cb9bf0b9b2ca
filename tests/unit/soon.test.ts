import { expect, test } from 'vitest';
import { timed } from '../api/soon.ts';

/** Keeps its thread at work for so many milliseconds. */
const work = async (ms: number): Promise<void> => {
  await Promise.resolve();
  const until = process.cpuUsage().user + ms * 1_000;
  while (process.cpuUsage().user < until);
};

test('what keeps its thread at work without a pause is timed, though nobody can look meanwhile', async () => {
  const [, ms] = await timed(() => work(1_200));
  expect(ms).toBeGreaterThan(1_100);
});

test('what is late for a shorter while counts as two looks', async () => {
  const [, ms] = await timed(() => work(100));
  expect(ms).toBeLessThan(100);
});
