import { expect, test } from 'vitest';
import { runPool } from '../run-steps.ts';

test('runPool runs at most `limit` tasks at a time, and returns the results in the order of the tasks', async () => {
  let running = 0;
  let maximum = 0;
  const task = (name: string, ms: number) => async () => {
    running += 1;
    maximum = Math.max(maximum, running);
    await new Promise((resolve) => setTimeout(resolve, ms));
    running -= 1;
    return name;
  };
  expect(await runPool([task('a', 30), task('b', 10), task('c', 10), task('d', 1)], 2)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(maximum).toBe(2);
});
