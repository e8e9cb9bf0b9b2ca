import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** True in `npm run test:deep`, where randomized tests make many more runs. */
export const isDeep = process.env.TEST_DEPTH === 'deep';

const seed = process.env.TEST_SEED === undefined ? randomInt(2 ** 31) : Number(process.env.TEST_SEED);

/** Returns a random seed, or TEST_SEED. If the running test fails, prints how to repeat it. */
export function testSeed(): number {
  onTestFailed(() => {
    console.error(`Repeat with TEST_SEED=${String(seed)}${isDeep ? ' TEST_DEPTH=deep' : ''}`);
  });
  return seed;
}

/** Returns parameters of a fast-check property: the number of runs, which is larger in the deep check, and a seed. */
export function randomRuns(usual: number, deep: number) {
  return { numRuns: isDeep ? deep : usual, seed: testSeed(), endOnFailure: true };
}
